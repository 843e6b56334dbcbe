#include "io/report/report.hpp"

namespace isocloth::io {

const char* report_style() {
  return R"(
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1c2430; --soft: #5a6573; --rule: #dfe4ea; --panel: #f5f7f9;
  --good: #1c7a47; --bad: #b3261e; --bad-panel: #fdecea;
  --plot-paper: var(--paper); --plot-ink: #39414d; --plot-grid: #e6eaee; --plot-grey: #8a93a0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181e; --ink: #e4e8ee; --soft: #9aa5b3; --rule: #2c343f; --panel: #1b2129;
    --good: #5cc98b; --bad: #ff8a80; --bad-panel: #3a1f1f;
    --plot-ink: #c3cad4; --plot-grid: #2a313b; --plot-grey: #8a93a0;
    --plot-0: #6ea8ff; --plot-1: #ff8a73; --plot-2: #5fcf94; --plot-3: #c79bf0;
    --plot-4: #f0bd55; --plot-5: #4fc6d8; --plot-6: #f08cc0; --plot-7: #a9b2be;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 2.5rem 1.25rem 5rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .6rem; }
h2 { font-size: 1.4rem; margin: 3.2rem 0 .6rem; padding-top: 1rem; border-top: 1px solid var(--rule); }
.lead { font-size: 1.1rem; color: var(--soft); margin: 0 0 1.5rem; }
nav ul { padding: 0; margin: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; }
nav a { color: inherit; text-underline-offset: .2em; text-decoration-color: var(--soft); }
p { margin: .8rem 0; max-width: 70ch; }
code { font: .92em ui-monospace, monospace; background: var(--panel); padding: .1em .3em; border-radius: 3px; }
figure { margin: 1.6rem 0; }
figure > svg, figure > img { display: block; width: 100%; height: auto; border-radius: 6px; }
figcaption, caption { color: var(--soft); font-size: .92rem; text-align: left; }
figcaption { margin-top: .45rem; }
caption { caption-side: bottom; padding-top: .5rem; }
.wide { overflow-x: auto; margin: 1.4rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; font-variant-numeric: tabular-nums; }
th, td { padding: .4rem .6rem; border-bottom: 1px solid var(--rule); text-align: right; }
th { color: var(--soft); font-weight: 600; vertical-align: bottom; }
td:not(:first-child) { white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
td.good { color: var(--good); font-weight: 600; }
td.bad { color: var(--bad); background: var(--bad-panel); font-weight: 600; }
.replay { height: 480px; border-radius: 6px; overflow: hidden; background: var(--panel); }
.missing { padding: 1rem; background: var(--panel); color: var(--soft); border-radius: 6px; }
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #444; --rule: #ccc; --panel: #f5f5f5; }
  body { font-size: 11pt; }
  main { max-width: none; padding: 0; }
  nav, figure.plays { display: none; }
  .wide { overflow: visible; }
  table { font-size: 8.5pt; break-inside: avoid; }
  td:not(:first-child) { white-space: normal; }
  h2 { break-after: avoid; }
  figure, tr { break-inside: avoid; }
}
)";
}

}  // namespace isocloth::io
