import { type RedisScript, redisScript } from "@loom/bridge/server/redis";

/** Replies with a room, or that there is none; `key` is the room's hash, its lists follow it in KEYS. */
const ROOM_REPLY = `
local function room()
  local now = redis.call('HMGET', KEYS[1], 'version', 'head', 'def', 'file')
  if not now[1] then return {'none'} end
  return {'room', now[1], now[2], now[3], now[4],
    redis.call('LRANGE', KEYS[2], 0, -1), redis.call('LRANGE', KEYS[3], 0, -1), redis.call('LRANGE', KEYS[4], 0, -1)}
end
local function keep(ms)
  for i = 1, 4 do redis.call('PEXPIRE', KEYS[i], ms) end
end`;

/**
 * Reads a room.
 *
 * KEYS: the room's hash and its lists. ARGV: the version that the reader has.
 * Reply: `none`, `same`, or `room` with version, parts and lists.
 */
export const READ_ROOM: RedisScript = redisScript(`${ROOM_REPLY}
if redis.call('HGET', KEYS[1], 'version') == ARGV[1] then return {'same'} end
return room()`);

/**
 * Stores a room if it is still at the version that the writer started from, and says so to all processes.
 *
 * KEYS: the room's hash, its lists, the stream. ARGV: the expected version, empty for none; the new one, empty to compare only;
 * how long to keep the room in ms; what the stream holds at most; the document's id, the epoch, the number and the note for the
 * stream, an empty id for no note; the number of parts and each with its name; for each list how many to take from its front, -1
 * for all, how many to add, and those.
 * Reply: `stored` with the id of the note, or what READ_ROOM gives.
 */
export const STORE_ROOM: RedisScript = redisScript(`${ROOM_REPLY}
local version = redis.call('HGET', KEYS[1], 'version') or ''
if version ~= ARGV[1] then return room() end
if ARGV[2] == '' then return {'stored', ''} end
if version == '' then redis.call('DEL', KEYS[2], KEYS[3], KEYS[4]) end
redis.call('HSET', KEYS[1], 'version', ARGV[2])
local at = 9
local parts = tonumber(ARGV[at])
for i = 1, parts do redis.call('HSET', KEYS[1], ARGV[at + 2 * i - 1], ARGV[at + 2 * i]) end
at = at + 2 * parts + 1
for list = 2, 4 do
  local gone, come = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  if gone == -1 then redis.call('DEL', KEYS[list]) elseif gone > 0 then redis.call('LTRIM', KEYS[list], gone, -1) end
  for i = 1, come do redis.call('RPUSH', KEYS[list], ARGV[at + 1 + i]) end
  at = at + 2 + come
end
keep(ARGV[3])
if ARGV[5] == '' then return {'stored', ''} end
return {'stored', redis.call('XADD', KEYS[5], 'MAXLEN', '~', ARGV[4], '*',
  'doc', ARGV[5], 'epoch', ARGV[6], 'seq', ARGV[7], 'note', ARGV[8])}`);

/**
 * Forgets a room without members, and with nothing unsaved unless that does not count.
 *
 * KEYS: the room's hash, its lists with the unsaved changes last, its members. ARGV: 1 when unsaved changes do not count.
 * Reply: whether there is no such room now.
 */
export const DROP_ROOM: RedisScript = redisScript(`
if redis.call('EXISTS', KEYS[1]) == 0 then return 1 end
if redis.call('EXISTS', KEYS[5]) == 1 then return 0 end
if ARGV[1] ~= '1' and redis.call('LLEN', KEYS[4]) > 0 then return 0 end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4])
return 1`);

/**
 * Says that a process is alive.
 *
 * KEYS: the processes. ARGV: its id, for how long it counts as alive in ms.
 */
export const BEAT: RedisScript = redisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 1)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
return 1`);

/**
 * Takes a member in.
 *
 * KEYS: the members, the room. ARGV: the member's field, the record, for how long the members are kept in ms.
 * Reply: the room's version and number, where there is a room.
 */
export const JOIN: RedisScript = redisScript(`
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return redis.call('HMGET', KEYS[2], 'version', 'seq')`);

/**
 * Looks after a room: keeps it and its members, takes out those whose process has ended.
 *
 * KEYS: the room's hash, its lists, its members, the processes. ARGV: for how long the members are kept in ms, and the room at
 * least; the fields of the members of this process.
 * Reply: the fields that were not there, the fields that were taken out, the room's version and number.
 */
export const TEND: RedisScript = redisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local missing, gone, dead = {}, {}, {}
for i = 3, #ARGV do
  if redis.call('HEXISTS', KEYS[5], ARGV[i]) == 0 then missing[#missing + 1] = ARGV[i] end
end
for _, field in ipairs(redis.call('HKEYS', KEYS[5])) do
  local process = string.match(field, '^[^/]+')
  if dead[process] == nil then
    dead[process] = tonumber(redis.call('ZSCORE', KEYS[6], process) or 0) < now
  end
  if dead[process] then
    redis.call('HDEL', KEYS[5], field)
    gone[#gone + 1] = field
  end
end
redis.call('PEXPIRE', KEYS[5], ARGV[1])
for i = 1, 4 do
  if redis.call('PTTL', KEYS[i]) < tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[i], ARGV[2]) end
end
local at = redis.call('HMGET', KEYS[1], 'version', 'seq')
return {missing, gone, at[1] or '', at[2] or ''}`);
