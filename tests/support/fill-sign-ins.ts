import type { ConsolePage } from './console-page.ts'

/** Fills every text before a password and every password, as a browser's own filling looks to a page; what they are called. */
export function fillSignIns({ page }: ConsolePage): Promise<string[]> {
  return page.evaluate(() => {
    const isText = (input: HTMLInputElement) => ['text', 'email'].includes(input.type)
    const inputs = [...document.querySelectorAll('input')]
    const passwords = inputs.filter(({ type }) => type === 'password')
    const names = passwords.flatMap(
      (password) => inputs.slice(0, inputs.indexOf(password)).findLast(isText) ?? [],
    )
    const describe = (input: HTMLInputElement) =>
      input.getAttribute('aria-label') ?? input.labels?.[0]?.textContent.replace(' * Optional', '') ?? ''
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    for (const input of [...names, ...passwords]) {
      set?.call(input, input.type === 'password' ? 'the admin’s own one' : 'admin')
      input.dispatchEvent(new Event('input', { bubbles: true }))
      input.dispatchEvent(new Event('change', { bubbles: true }))
    }
    return [...passwords, ...names].map(describe)
  })
}
