/**
 * Long work in parts: between two of them the browser paints, and hears what is pressed.
 */

/** Resolves in a task of its own, soon even in a window that is not looked at. @returns {Promise<void>} */
export function nextTask() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
