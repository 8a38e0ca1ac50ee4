// Who is signed in: a token, kept for this tab, or for this browser if asked to. It is never part of an address.

const KEY = 'berth.token';

export function token() {
  return sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
}

export function keep(secret, onThisBrowser) {
  forget();
  (onThisBrowser ? localStorage : sessionStorage).setItem(KEY, secret);
}

export function forget() {
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(KEY);
}

/** Small things to remember: the zone, whether the tour was seen. */
export function remembered(name, otherwise) {
  return localStorage.getItem('berth.' + name) ?? otherwise;
}

export function remember(name, value) {
  localStorage.setItem('berth.' + name, value);
}
