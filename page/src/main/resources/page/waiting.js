// Says that the page waits for a server of the site, while it does.

let waits = 0;
let sign;

function show() {
  if (!sign) {
    sign = document.createElement('div');
    sign.setAttribute('role', 'status');
    sign.className = 'no-server';
    document.body.append(sign);
  }
  sign.textContent = waits > 0 ? 'Waiting for a server…' : '';
  sign.hidden = waits === 0;
}

/** Does something that waits, and says so until it is done. */
export async function whileWaiting(work) {
  waits++;
  show();
  try {
    return await work();
  } finally {
    waits--;
    show();
  }
}
