/** Runs `work` in one tab of this browser at a time. Without locks (an insecure address) at once. */
export function runAlone<T>(name: string, work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(`bellhop-guest-${name}`, work) : work()
}
