import { Banner } from '#src/ui/banner.tsx'

/** Says wherever somebody is that this is not the real hotel. It stays: forgetting it costs a guest's answer. */
export function EnvironmentBanner({ label }: { label: string }) {
  return <Banner tone="warning" isSlim>{`${label} environment: this is not production.`}</Banner>
}
