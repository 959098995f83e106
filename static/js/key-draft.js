// What is typed from a paper sheet is kept in its tab: a reload, a tap beside the page or a browser that crashed
// loses none of it. It ends with the tab, and when the sheet has moved on.

const NAME = `key-sheet ${location.pathname}`;
const OWN = ["csrfmiddlewaretoken", "sheet_id"]; // the page's own, new each time
const PLACE = ["game", "first"]; // where on the sheet the first line belongs

export function keepDraft(form) {
  const fields = [...new FormData(form)].filter(([name]) => !OWN.includes(name));
  try {
    sessionStorage.setItem(NAME, JSON.stringify(fields));
  } catch {
    // Refused: then a reload asks for it all again.
  }
}

// The fields as they were typed, for the same place of the sheet; null for none.
export function draftOf(form) {
  let fields = null;
  try {
    fields = new Map(JSON.parse(sessionStorage.getItem(NAME)));
  } catch {
    return null;
  }
  return PLACE.every((name) => fields.get(name) === form.elements[name].value) ? fields : null;
}

export function dropDraft() {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // There is none.
  }
}
