import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { fetchFraming } from '#src/api/reports.ts'
import { FRAMING, type Framing } from '#src/contract/reports.ts'
import { useOnline } from './online-context.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { useStore } from '#src/lib/use-store.ts'

/** Whether a dashboard lets itself be shown here, as far as the environment can tell. */
export function useFraming(url: string): Framing {
  const online = useOnline()
  const { reports } = useStore(useContext(CapabilitiesContext))
  const { data } = useQuery({
    queryKey: ['framing', url],
    queryFn: async ({ signal }) => fetchFraming(await online.openSession(), url, signal),
    enabled: reports.includes(FRAMING),
  })
  return data ?? 'unknown'
}
