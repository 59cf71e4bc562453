// The paste-in editor: the page's text field becomes CodeMirror, and stays the field that is sent.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import { java } from "@codemirror/lang-java";
import { javascript } from "@codemirror/lang-javascript";
import { python } from "@codemirror/lang-python";
import { rust } from "@codemirror/lang-rust";
import {
  bracketMatching,
  defaultHighlightStyle,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

const LANGUAGES = {
  c: cpp,
  cpp,
  java,
  javascript,
  typescript: () => javascript({ typescript: true }),
  python,
  rust,
};

const look = EditorView.theme({
  "&": { backgroundColor: "var(--panel)", color: "var(--ink)", fontSize: "13.5px" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-1px" },
  ".cm-content": { fontFamily: "var(--mono)", caretColor: "var(--ink)" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5", minHeight: "22rem", maxHeight: "70vh", overflow: "auto" },
  ".cm-gutters": { backgroundColor: "var(--raised)", color: "var(--faint)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 8%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection": {
    backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent) !important",
  },
  ".cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--good) 25%, transparent)" },
});

const dark = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.controlKeyword], color: "#c9a0ff" },
  { tag: [tags.string, tags.special(tags.string)], color: "#a5d6a0" },
  { tag: [tags.number, tags.bool, tags.null], color: "#f2b482" },
  { tag: [tags.comment, tags.docComment], color: "#8b919c", fontStyle: "italic" },
  { tag: [tags.typeName, tags.className], color: "#7cc8e8" },
  { tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName))], color: "#8fbcff" },
  { tag: [tags.propertyName], color: "#d5cfc2" },
  { tag: tags.invalid, color: "#ff9d94" },
]);

const highlights = isDark =>
  syntaxHighlighting(isDark ? dark : defaultHighlightStyle, { fallback: true });

const languageOf = name => (LANGUAGES[name] ? LANGUAGES[name]() : []);

function replace(field) {
  const language = new Compartment();
  const colours = new Compartment();
  const darkness = matchMedia("(prefers-color-scheme: dark)");
  const chooser = field.form.querySelector("[name=language]");
  const view = new EditorView({
    state: EditorState.create({
      doc: field.value,
      extensions: [
        EditorView.cspNonce.of(field.dataset.nonce ?? ""),
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        indentOnInput(),
        indentUnit.of("    "),
        bracketMatching(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        // Tab indents; Escape, then Tab leaves the editor, which the page says below it.
        keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, indentWithTab]),
        language.of(languageOf(chooser?.value ?? field.dataset.language)),
        colours.of(highlights(darkness.matches)),
        EditorView.contentAttributes.of({ "aria-label": field.getAttribute("aria-label") ?? "Source" }),
        look,
        EditorView.updateListener.of(update => {
          if (update.docChanged) field.value = update.state.doc.toString();
        }),
      ],
    }),
  });
  darkness.addEventListener("change", () =>
    view.dispatch({ effects: colours.reconfigure(highlights(darkness.matches)) }),
  );
  chooser?.addEventListener("change", () =>
    view.dispatch({ effects: language.reconfigure(languageOf(chooser.value)) }),
  );
  // Whoever sets the field's text (another starter kit, a file that was dropped) sets the editor's.
  field.addEventListener("filled", () =>
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: field.value } }),
  );
  field.form.addEventListener("submit", () => (field.value = view.state.doc.toString()));
  field.hidden = true;
  field.after(view.dom);
  document.documentElement.dataset.editor = "ready";
}

for (const field of document.querySelectorAll("textarea[data-editor]")) replace(field);
