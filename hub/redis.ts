/**
 * Rooms in Redis, which several hub processes share. It stands apart so that a hub without Redis loads nothing of it.
 *
 * @module
 */
export { connectRedis, REDIS_LIMITS, type RedisStore, type RedisTimes } from "./store/redis_store.ts";
export type { RoomStore, SocketAdapter } from "./store/room_store.ts";
