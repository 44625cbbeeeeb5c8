export { openRoomConnection } from "./connection";
export { canShareScreen, type DeviceChoice, OwnMedia, type OwnView } from "./own-media";
export { Room, type RoomView } from "./room";
