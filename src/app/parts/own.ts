/** The screens about what this device has and has to send, as one part (see `online`). */
export { DeviceRoute } from '../routes/device.tsx'
export { UnsentRoute } from '../routes/unsent.tsx'
