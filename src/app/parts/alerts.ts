/** Alerts on this device: the lines above every screen and their own screen, as one part (see `online`). */
export { AlertLines } from '../alert-lines.tsx'
export { AlertsRoute } from '../routes/alerts.tsx'
