"""Who meets whom, where: pure Python, no Django."""
