// d3 comes as one plain script, which has run before any module does.
export const d3 = globalThis.d3;
