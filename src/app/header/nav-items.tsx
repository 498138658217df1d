import { Menu } from '@mantine/core'
import { MessengerLink } from '#src/features/messenger/messenger-link.tsx'
import { ScreenLink } from '#src/ui/address-link.tsx'
import { CHANNELS, useConversations } from './use-conversations.ts'
import { useScreens } from '../use-screens.ts'

interface NavItemsProps {
  isNarrow: boolean
  /** Nothing follows them. */
  isLast?: boolean
}

/** The navigation as a menu: all of it where the header is narrow, and the configuration's screens everywhere. */
export function NavItems({ isNarrow, isLast = false }: NavItemsProps) {
  const main = useScreens('main')
  const config = useScreens('config')
  return (
    <>
      {isNarrow && (
        <>
          <ChannelItems />
          {main.map(({ id, path, title }) =>
            id === 'messenger' ? null : (
              <Menu.Item key={id} component={ScreenLink} to={path}>
                {title}
              </Menu.Item>
            ),
          )}
        </>
      )}
      {config.length > 0 && <Menu.Label>Config</Menu.Label>}
      {config.map(({ id, path, title }) => (
        <Menu.Item key={id} component={ScreenLink} to={path}>
          {title}
        </Menu.Item>
      ))}
      {(isNarrow || config.length > 0) && !isLast && <Menu.Divider />}
    </>
  )
}

function ChannelItems() {
  const { chatId, chatFilter, chatType } = useConversations()
  return (
    <>
      <Menu.Label>Conversations</Menu.Label>
      {CHANNELS.map((channel) => (
        <Menu.Item
          key={channel.chatType}
          component={MessengerLink}
          chatId={chatId}
          search={{ chatFilter, chatType: channel.chatType }}
          aria-current={channel.chatType === chatType ? 'true' : undefined}
          fw={channel.chatType === chatType ? 640 : undefined}
        >
          {channel.label}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  )
}
