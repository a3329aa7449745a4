import { escapeHtml } from '../../../contracts/core/html.ts';

/** Look of the stand-in's pages: quiet slate and green, system letters, nothing fetched. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--ground:#f3f5f4;--raised:#fff;--ink:#16211d;--quiet:#4c5c56;--line:#cfd8d4;--field:#74857e;--act:#17513f;--on-act:#fff;--act-hover:#0f3d2f;--bad:#9c231c;--bad-ground:#fbe9e6;--note:#6b4a00;--note-ground:#fff3d6}
@media (prefers-color-scheme:dark){:root{--ground:#111816;--raised:#1a2320;--ink:#e8efec;--quiet:#a9b8b2;--line:#33403b;--field:#83958e;--act:#8fd9bb;--on-act:#0c1f18;--act-hover:#aee6cf;--bad:#ffaea6;--bad-ground:#3b1a17;--note:#ffd98a;--note-ground:#3a2d10}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,"Segoe UI",Roboto,sans-serif}
.strip{margin:0;background:var(--note-ground);color:var(--note);text-align:center;padding:8px 16px;font-size:14px}
main{max-width:960px;margin:0 auto;padding:40px 20px 72px;display:grid;gap:40px;grid-template-columns:minmax(0,5fr) minmax(0,6fr);align-items:start}
main.one{grid-template-columns:minmax(0,1fr);max-width:620px}
main.wide{grid-template-columns:minmax(0,1fr);max-width:1180px}
h1{font-size:1rem;font-weight:600;color:var(--quiet);margin:0 0 4px}
h2{font-size:1.15rem;margin:0 0 16px}
.sum{font-size:2.4rem;font-weight:600;letter-spacing:-.02em;font-variant-numeric:tabular-nums;margin:0 0 24px}
dl{margin:0;border-top:1px solid var(--line)}
dl div{display:flex;justify-content:space-between;gap:16px;padding:12px 0;border-bottom:1px solid var(--line)}
dt{color:var(--quiet)}dd{margin:0;text-align:right;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.card{background:var(--raised);border:1px solid var(--line);border-radius:14px;padding:28px}
label{display:block;font-size:14px;font-weight:600;margin:0 0 6px}
input,select{width:100%;min-height:46px;padding:10px 12px;font:inherit;color:inherit;background:transparent;border:1px solid var(--field);border-radius:9px}
input[readonly]{background:var(--ground);color:var(--quiet)}
input[aria-invalid=true]{border:2px solid var(--bad)}
.field{margin:0 0 18px}.pair{display:grid;grid-template-columns:1fr 1fr;gap:14px}
.error{color:var(--bad);font-size:14px;margin:6px 0 0}
.alert{background:var(--bad-ground);color:var(--bad);border-radius:9px;padding:12px 14px;margin:0 0 20px}
button,.button{display:inline-block;min-height:48px;padding:12px 20px;border:0;border-radius:10px;background:var(--act);color:var(--on-act);font:inherit;font-weight:600;cursor:pointer;text-decoration:none;text-align:center}
form.pay button{width:100%}
button:hover,.button:hover{background:var(--act-hover)}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
a{color:var(--act)}
.back{display:inline-block;margin-top:24px;padding:10px 0}
details{margin-top:24px;font-size:14px}summary{cursor:pointer;min-height:32px}
table{border-collapse:collapse;width:100%;font-size:14px}
th,td{text-align:left;padding:7px 14px 7px 0;border-bottom:1px solid var(--line);vertical-align:top}
.card>:last-child{margin-bottom:0}
td:first-child code{white-space:nowrap}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
code{font:13px/1.5 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.scroll{overflow-x:auto}
@media (max-width:760px){main{grid-template-columns:minmax(0,1fr);gap:24px;padding-top:24px}.card{padding:20px}.sum{font-size:2rem;margin-bottom:12px}}
`;

/** `5000`, `usd` → `50.00 USD`. */
export function amountText(minor: number, currency: string): string {
  return `${(minor / 100).toFixed(2)} ${currency.toUpperCase()}`;
}

/** A whole document around `body`. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${PAGE_STYLE}</style></head><body>${body}</body></html>`;
}

/** Headers of every page: nothing runs, nothing is fetched, nobody frames it. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
};
