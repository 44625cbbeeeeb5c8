export { openRoomConnection, type RoomConnection } from "./connection";
export { canShareScreen, type DeviceChoice, type DeviceFault, OwnMedia, type OwnView } from "./own-media";
export { Room, type RoomView } from "./room";
