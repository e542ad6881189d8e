// How the sandbox's pages look: light and dark by the system's wish, one column from 360 px on.
export const styles = `
:root {
  color-scheme: light dark;
  --page: #f3f1ec;
  --card: #fff;
  --ink: #1d2a2a;
  --soft: #5b6766;
  --line: #dcd8cf;
  --good: #0b6b53;
  --bad: #a8322a;
  --mark: #f6c945;
  --onmark: #2b2200;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #121817;
    --card: #1c2423;
    --ink: #eef2ef;
    --soft: #a5b1ae;
    --line: #33403d;
    --good: #2f9d7e;
    --bad: #e0796f;
  }
}
* {
  box-sizing: border-box;
}
body {
  margin: 0;
  background: var(--page);
  color: var(--ink);
  font:
    16px/1.5 system-ui,
    sans-serif;
}
.banner {
  margin: 0;
  padding: 8px 16px;
  background: var(--mark);
  color: var(--onmark);
  text-align: center;
  font-size: 14px;
}
.banner strong {
  text-transform: uppercase;
  letter-spacing: 0.08em;
  margin-inline-end: 8px;
}
main {
  max-width: 440px;
  margin: 0 auto;
  padding: 24px 16px 48px;
}
main:has(.wide) {
  max-width: 860px;
}
.card {
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 16px;
  padding: 24px;
  margin-bottom: 16px;
}
h1 {
  font-size: 20px;
  line-height: 1.3;
  margin: 0 0 4px;
}
h1 + .soft {
  margin-bottom: 12px;
}
h2 {
  font-size: 16px;
  margin: 0 0 12px;
}
.soft {
  color: var(--soft);
  margin: 0;
  font-size: 14px;
  overflow-wrap: anywhere;
}
.amount {
  font-size: 40px;
  line-height: 1.2;
  font-weight: 700;
  margin: 16px 0 4px;
  font-variant-numeric: tabular-nums;
}
.stack {
  display: grid;
  gap: 10px;
}
.pair {
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 10px;
}
button,
.button {
  display: block;
  width: 100%;
  min-height: 48px;
  padding: 10px 16px;
  border-radius: 12px;
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  border: 1px solid var(--line);
  background: transparent;
  color: var(--ink);
}
button.good {
  background: var(--good);
  border-color: var(--good);
  color: #fff;
}
@media (prefers-color-scheme: dark) {
  button.good {
    color: #06130f;
  }
}
button.bad {
  color: var(--bad);
  border-color: var(--bad);
}
button:hover,
.button:hover {
  filter: brightness(1.08);
}
:focus-visible {
  outline: 3px solid var(--mark);
  outline-offset: 2px;
}
label {
  display: block;
  font-size: 14px;
  color: var(--soft);
}
input {
  display: block;
  width: 100%;
  min-height: 48px;
  margin-top: 4px;
  padding: 10px 12px;
  border: 1px solid var(--line);
  border-radius: 12px;
  background: var(--page);
  color: var(--ink);
  font: inherit;
  font-variant-numeric: tabular-nums;
}
.alert {
  margin: 0 0 12px;
  padding: 10px 12px;
  border-radius: 12px;
  border: 1px solid var(--bad);
  color: var(--bad);
}
ul {
  list-style: none;
  margin: 0;
  padding: 0;
}
li.message {
  display: grid;
  grid-template-columns: 1fr auto;
  gap: 4px 0;
  padding: 14px 0;
  border-top: 1px solid var(--line);
}
li.message p {
  grid-column: 1;
  margin: 0;
  overflow-wrap: anywhere;
  white-space: pre-line;
}
.code {
  grid-column: 2;
  margin-inline-start: 16px;
  grid-row: 1 / span 2;
  align-self: center;
  font:
    700 30px/1 ui-monospace,
    monospace;
  letter-spacing: 0.08em;
}
.phone {
  font-weight: 600;
  font-variant-numeric: tabular-nums;
}
table {
  width: 100%;
  border-collapse: collapse;
  font-size: 14px;
}
td {
  padding: 8px 8px 8px 0;
  border-top: 1px solid var(--line);
  font-variant-numeric: tabular-nums;
}
td.whole {
  white-space: nowrap;
  text-align: end;
}
a {
  color: inherit;
}
@media (max-width: 400px) {
  .card {
    padding: 18px;
  }
  .code {
    grid-column: auto;
    margin-inline-start: 0;
    grid-row: auto;
  }
  li.message {
    grid-template-columns: 1fr;
  }
}
`
