/** VIP rating from social followers (specification section 5). '?' stands above 100 up to 101. */
export type VipLevel = 'none' | '?' | 1 | 2 | 3

export function rateVip(followers: number | null | undefined): VipLevel {
  if (followers === null || followers === undefined || Number.isNaN(followers) || followers <= 100)
    return 'none'
  if (followers <= 101) return '?'
  if (followers <= 500) return 1
  return followers <= 1000 ? 2 : 3
}

/** The largest followers of a guest's profiles counts (CONTRACT section 5 (d)). */
export function countFollowers(
  profiles: readonly { followers?: number | null | undefined }[],
): number | null {
  const counts = profiles.flatMap((profile) =>
    typeof profile.followers === 'number' ? [profile.followers] : [],
  )
  return counts.length > 0 ? Math.max(...counts) : null
}
