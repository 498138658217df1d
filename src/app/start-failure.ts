const WORDS =
  'Bellhop could not be opened. What you have written stays on this device. Check the connection and reload the page. If this comes back, do not clear the browser’s data; show this to whoever looks after Bellhop: '

/**
 * Says that the app did not come, where nothing of it can: by the browser's own means, in the system's colours, which are
 * those of either theme. Part of the page's first script, so it is small and imports nothing that the app has.
 */
export function showStartFailure(event: Event): void {
  // The start layer (W6): nothing else stands beside `#root` before the app has come.
  for (const layer of document.querySelectorAll('body > div:not(#root)')) layer.remove()
  const screen = document.createElement('main')
  screen.setAttribute('role', 'alert')
  screen.style.cssText =
    'max-width:46ch;margin:15vh auto 0;padding:24px;font:16px/1.5 system-ui;color:CanvasText'
  const button = document.createElement('button')
  button.textContent = 'Reload'
  button.style.cssText = 'display:block;min-height:44px;margin-top:16px;padding:0 20px;font:inherit'
  button.onclick = () => location.reload()
  screen.append(WORDS + describe(event), button)
  document.getElementById('root')?.replaceChildren(screen)
}

function describe(event: Event): string {
  return event instanceof ErrorEvent ? event.message : 'a part of it did not arrive.'
}
