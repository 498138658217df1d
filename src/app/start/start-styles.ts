// What a start's rows need, before all other styles and in this order: the worker splits them after the last one
// (sw/start-layer/read-shell.ts).
import '#src/ui/theme.css'
import '#src/ui/avatar.css'
import '#src/features/messenger/list/chat-row.css'
import './start-layer.css'
