"""How pages look, and the few lines of script that make them handier: a filter for long tables, all open on paper.

Data, no behaviour. Must not import any part of isocast.
"""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1c2024; --faint: #5d6670; --rule: #d3d9df; --soft: #f5f7f9;
  --link: #1f5fa8; --good: #17653a; --good-soft: #e7f5ec; --bad: #b3121d; --bad-soft: #fdebec; --warn: #854600;
  --warn-soft: #fff3e0; --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif }
@media (prefers-color-scheme: dark) { :root { --paper: #14181d; --ink: #e9edf1; --faint: #a3adb8; --rule: #38414b;
  --soft: #1b2127; --link: #7db7f5; --good: #86d18c; --good-soft: #16301f; --bad: #ff8d93; --bad-soft: #43181c;
  --warn: #f2ae6a; --warn-soft: #35260f } }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 78rem; background: var(--paper); color: var(--ink);
  overflow-wrap: break-word }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .25rem; letter-spacing: -.01em }
h2 { font-size: 1.3rem; margin: 2.75rem 0 .75rem; padding-top: .9rem; border-top: 1px solid var(--rule) }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem }
p, ul { margin: .5rem 0; max-width: 62rem } li { margin: .2rem 0 }
a { color: var(--link) } code { font-family: var(--mono); font-size: .86em; unicode-bidi: isolate }
.lead, .note { color: var(--faint) } .note { font-size: .9rem }
nav { font-size: .9rem; margin: 1rem 0; color: var(--faint) } nav a { margin-right: .9rem; white-space: nowrap }
.verdict { border: 1px solid; border-left-width: 6px; border-radius: 8px; padding: .9rem 1.1rem; margin: 1.25rem 0 }
.verdict > strong { font-size: 1.25rem } .verdict ul { margin: .5rem 0 0; padding-left: 1.2rem; color: var(--ink) }
.verdict .mark { font-size: 1.25rem; margin-right: .5rem }
.good { color: var(--good) } .bad { color: var(--bad) } .warn { color: var(--warn) }
.verdict.good { background: var(--good-soft) } .verdict.bad { background: var(--bad-soft) }
.verdict.warn { background: var(--warn-soft) }
.figures { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0; padding: 0; max-width: none; list-style: none }
.figures li { flex: 1 1 8rem; max-width: 14rem; margin: 0; padding: .7rem .9rem; border: 1px solid var(--rule);
  border-radius: 8px; background: var(--soft); font-size: .9rem; color: var(--faint) }
.figures b { display: block; font-size: 1.5rem; line-height: 1.25; color: var(--ink); font-weight: 600 }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.scroll { overflow-x: auto; margin: .75rem 0 }
table { border-collapse: collapse; font-size: .9rem; min-width: 50% }
caption { text-align: left; color: var(--faint); padding-bottom: .4rem }
th, td { padding: .35rem .7rem .35rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule) }
thead th { color: var(--faint); font-weight: 600; border-bottom: 2px solid var(--rule); white-space: nowrap }
tbody th { font-weight: 500 } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
td code { overflow-wrap: break-word } td a code, .shape, td.n { white-space: nowrap }
td .shape { display: inline-block }
.hash { font-size: .78rem; color: var(--faint) }
.tag { display: inline-block; padding: 0 .45rem; border: 1px solid; border-radius: 99px; font-size: .8rem;
  white-space: nowrap } .arrow { color: var(--faint); padding: 0 .35rem }
article { border: 1px solid var(--rule); border-radius: 10px; padding: .4rem 1.1rem .9rem; margin: 1rem 0 }
article h3 { margin-top: .7rem }
details { margin: .6rem 0 } summary { cursor: pointer; color: var(--link); width: fit-content }
.graphs { display: flex; flex-wrap: wrap; gap: .5rem 2.5rem; margin: .6rem 0 } .graphs figure { margin: 0 }
figcaption { color: var(--faint); font-size: .85rem; margin-bottom: .25rem } svg { max-width: 100%; height: auto }
pre { background: var(--soft); border: 1px solid var(--rule); border-radius: 8px; padding: .7rem .9rem;
  overflow-x: auto; font: .86rem/1.5 var(--mono) }
label.filter { display: block; margin: .75rem 0; color: var(--faint); font-size: .9rem }
label.filter input { font: inherit; width: 18rem; max-width: 100%; margin-left: .5rem; padding: .25rem .5rem;
  color: inherit; background: var(--paper); border: 1px solid var(--faint); border-radius: 6px }
footer { margin-top: 3rem; color: var(--faint); font-size: .85rem }
:target { scroll-margin-top: 1rem } article:target { border-color: var(--link) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
@media print { :root { font-size: 10px } body { max-width: none; padding: 0 } td .shape { white-space: normal }
  nav, label.filter { display: none }
  details::details-content { content-visibility: visible; height: auto } .scroll { overflow: visible }
  article, figure, tr, .verdict { break-inside: avoid } a { color: inherit } h2, h3 { break-after: avoid } }
"""

SCRIPT: Final = """
for (const label of document.querySelectorAll('label.filter')) {
  const rows = document.querySelectorAll('#' + label.dataset.table + ' tbody tr');
  label.hidden = false;
  label.querySelector('input').addEventListener('input', event => {
    const wanted = event.target.value.toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
}
addEventListener('beforeprint', () => {
  for (const part of document.querySelectorAll('details')) part.open = true;
});
"""
