// Where the page gets lit from, in one place.
export { LitElement, html, nothing, render, svg } from './vendor/lit/index.js';
export { repeat } from './vendor/lit-html/directives/repeat.js';
