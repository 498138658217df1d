import { useSearch } from '@tanstack/react-router'
import { readSegmentId } from '#src/features/segments/segment-address.ts'
import { SegmentAddPage, SegmentEditPage } from '#src/features/segments/segment-pages.tsx'
import { OnlineScreen } from '../online-screen.tsx'

/** `/cronCampaigns/addsegment`, with `?segment={id}` for one that is there: admins. */
export function SegmentFormRoute() {
  const search = useSearch({ strict: false, select: (all): object => all })
  const id = readSegmentId(Reflect.get(search, 'segment'))
  return (
    <OnlineScreen
      key={id}
      draw={(page) => (id === null ? <SegmentAddPage {...page} /> : <SegmentEditPage id={id} {...page} />)}
    />
  )
}
