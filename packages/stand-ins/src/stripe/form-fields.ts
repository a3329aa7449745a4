/** What a form-encoded body holds once its brackets are read: texts, lists and objects, nothing else. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormFields = { [name: string]: FormValue };

const MAX_DEPTH = 8;

/** Reads `line_items[0][price_data][currency]=usd` as Stripe does, into objects without a prototype: `__proto__` is only a name. */
export function parseFormFields(encoded: string): FormFields {
  const root: FormFields = Object.create(null) as FormFields;
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = name.replaceAll(']', '').split('[');
    if (path.length > MAX_DEPTH) continue;
    let place = root;
    for (const part of path.slice(0, -1)) {
      const next = place[part];
      place = typeof next === 'object' ? (next as FormFields) : (place[part] = Object.create(null) as FormFields);
    }
    const last = path.at(-1) ?? '';
    place[last === '' ? String(Object.keys(place).length) : last] = value;
  }
  return listsIn(root) as FormFields;
}

function listsIn(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const names = Object.keys(value);
  const isList = names.length > 0 && names.every((name, index) => name === String(index));
  if (isList) return names.map((name) => listsIn(value[name] ?? ''));
  for (const name of names) value[name] = listsIn(value[name] ?? '');
  return value;
}
