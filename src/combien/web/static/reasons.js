// Reasons, hints and errors in two languages: templates by the codes of statements.  The package makes their module
// (combien/web/_page.py); its `in_words` reads the same templates.
import { ENGLISH, FRENCH } from "./statements.js";
import { currentLanguage } from "./words.js";

const TEMPLATES = { en: ENGLISH, fr: FRENCH };
const PLURAL = { en: (n) => n !== 1, fr: (n) => n >= 2 };
const SEPARATORS = { "": ", ", ";": "; ", "/": "\n" };

// A statement {code, values} in words: values are numbers, text without words, statements, or lists of statements.
export function inWords({ code, values }, language = currentLanguage()) {
  const words = (value, separator = ", ") => {
    if (Array.isArray(value)) return value.map((one) => words(one)).join(separator);
    return typeof value === "object" ? inWords(value, language) : String(value);
  };
  return TEMPLATES[language][code].replace(/\{(\w+)(?::(\^?)([^}]*))?\}/g, (_, name, big, form = "") => {
    const value = values[name];
    if (form.includes("|")) return form.split("|")[Number(PLURAL[language](value))];
    const text = words(value, SEPARATORS[form]);
    return big ? capital(text) : text;
  });
}

export function capital(text) { return text.charAt(0).toUpperCase() + text.slice(1); }

// The words of an event with a reason; in English, without one, its text.
export function reasonOf({ reason, text }) { return reason?.code ? inWords(reason) : text; }
