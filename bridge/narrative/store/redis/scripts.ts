import { type RedisScript, redisScript } from "../../../server/redis.ts";

/** Approximate length of a story's stream. */
export const STREAM_LENGTH = 10_000;

const ENTER = `
local function enter(seq, kind, ref)
  redis.call('SADD', 'ncp:stories', story)
  redis.call('XADD', 'ncp:stream:' .. story, 'MAXLEN', '~', ${STREAM_LENGTH}, string.format('%.0f-0', seq), 'type', kind, 'ref', ref)
end`;

/** Beats of ids as: id, number, beat, original, amendments. One that was lost is left out. */
const BEATS_OF = `
local function beats_of(story, ids)
  local found = {}
  for _, id in ipairs(ids) do
    local beat = redis.call('GET', 'ncp:beat:' .. id)
    if beat then
      local note = redis.call('HMGET', 'ncp:beat_note:' .. id, 'original', 'amendments')
      found[#found + 1] = {story, redis.call('ZSCORE', 'ncp:arrival:' .. story, id) or '0', beat, note[1], note[2]}
    end
  end
  return found
end`;

/**
 * Stores a beat under a new id, unless its event has one.
 *
 * ARGV: story, event, the clock's time, the time of the event, the beat's JSON behind its id. Reply: whether it is new, and the beat.
 */
export const CREATE_BEAT: RedisScript = redisScript(`local story = ARGV[1]${ENTER}
local lock = 'ncp:event_beat:' .. story .. ':' .. ARGV[2]
local known = redis.call('GET', lock)
local kept = known and redis.call('GET', 'ncp:beat:' .. known)
if kept then return {0, kept} end
local ms = math.max(tonumber(ARGV[3]), tonumber(redis.call('GET', 'ncp:clock') or '0') + 1)
redis.call('SET', 'ncp:clock', string.format('%.0f', ms))
local seq = redis.call('INCR', 'ncp:seq')
local id = 'beat_' .. string.format('%.0f', ms)
local beat = '{"id":"' .. id .. '",' .. ARGV[5]
redis.call('SET', lock, id)
redis.call('SET', 'ncp:beat:' .. id, beat)
redis.call('HSET', 'ncp:beat_note:' .. id, 'story', story)
redis.call('RPUSH', 'ncp:beats:' .. story, id)
redis.call('ZADD', 'ncp:arrival:' .. story, seq, id)
redis.call('ZADD', 'ncp:timeline:' .. story, ARGV[4], id)
redis.call('SET', 'ncp:beats:current:latest', id)
enter(seq, 'beat', id)
return {1, beat}`);

/** Reads a beat by its id. ARGV: the id. Reply: a list of at most one beat. */
export const READ_BEAT: RedisScript = redisScript(`${BEATS_OF}
local story = redis.call('HGET', 'ncp:beat_note:' .. ARGV[1], 'story')
if not story then return {} end
return beats_of(story, {ARGV[1]})`);

/**
 * Lists beats. ARGV: story, `timeline` or `arrival`, 1 for the newest first, the beat to go on after or nothing, how many.
 * Reply: the beats, or 0 when there is none to go on after.
 */
export const LIST_BEATS: RedisScript = redisScript(`${BEATS_OF}
local key = 'ncp:' .. ARGV[2] .. ':' .. ARGV[1]
local newest = ARGV[3] == '1'
local from = 0
if ARGV[4] ~= '' then
  local rank = redis.call(newest and 'ZREVRANK' or 'ZRANK', key, ARGV[4])
  if not rank then return 0 end
  from = rank + 1
end
local count = tonumber(ARGV[5])
if count <= 0 then return {} end
return beats_of(ARGV[1], redis.call(newest and 'ZREVRANGE' or 'ZRANGE', key, from, from + count - 1))`);

/**
 * Puts a beat in the place of one that is as the writer knows it. ARGV: id, the JSON that the writer knows, the new one, the original,
 * the amendments. Reply: 1, or 0 when another was faster.
 */
export const AMEND_BEAT: RedisScript = redisScript(`
local key = 'ncp:beat:' .. ARGV[1]
if redis.call('GET', key) ~= ARGV[2] then return 0 end
redis.call('SET', key, ARGV[3])
redis.call('HSET', 'ncp:beat_note:' .. ARGV[1], 'original', ARGV[4], 'amendments', ARGV[5])
return 1`);

/**
 * Stores an analysis, unless there is one under the same rules.
 *
 * ARGV: story, event, the rules' hash, the record, the analysis, the reading (analysis with rules), the payload and its hash or nothing:
 * a payload that was stored before stays then.
 * Reply: 1 if it was stored, and 1 if the event was known.
 */
export const PUT_ANALYSIS: RedisScript = redisScript(`local story = ARGV[1]${ENTER}
local key = 'ncp:record:' .. story .. ':' .. ARGV[2]
local known = redis.call('HMGET', key, 'rules', 'reading', 'earlier')
if known[1] == ARGV[3] then return {0, 1} end
redis.call('HSET', key, 'rules', ARGV[3], 'record', ARGV[4], 'reading', ARGV[6])
if ARGV[7] ~= '' then redis.call('HSET', key, 'payload', ARGV[7], 'payload_sha256', ARGV[8]) end
redis.call('SET', 'ncp:event:' .. ARGV[2], ARGV[5])
if known[1] then
  redis.call('HSET', key, 'earlier', (known[3] and (known[3] .. ',') or '') .. known[2])
  return {1, 1}
end
local seq = redis.call('INCR', 'ncp:seq')
redis.call('HSET', key, 'seq', seq)
redis.call('ZADD', 'ncp:events:' .. story, seq, ARGV[2])
enter(seq, 'analysis', ARGV[2])
return {1, 0}`);

/**
 * Lists analyses. ARGV: story, the number to go on after, how many, 1 for no payloads. Reply: for each record, number, payload, earlier
 * ones.
 */
export const LIST_ANALYSES: RedisScript = redisScript(`
local found = {}
local ids = redis.call('ZRANGEBYSCORE', 'ncp:events:' .. ARGV[1], '(' .. ARGV[2], '+inf', 'LIMIT', 0, ARGV[3])
local payload = ARGV[4] == '1' and 'none' or 'payload'
for _, id in ipairs(ids) do
  found[#found + 1] = redis.call('HMGET', 'ncp:record:' .. ARGV[1] .. ':' .. id, 'record', 'seq', payload, 'earlier', 'payload_sha256')
end
return found`);

/** Claims a name for an event, unless another event holds it. ARGV: story, name, event. Reply: the event that holds it. */
export const CLAIM: RedisScript = redisScript(`
local names = 'ncp:claims:' .. ARGV[1]
if redis.call('HSETNX', names, ARGV[2], ARGV[3]) == 1 then
  redis.call('SADD', 'ncp:claimed:' .. ARGV[1] .. ':' .. ARGV[3], ARGV[2])
  return ARGV[3]
end
return redis.call('HGET', names, ARGV[2])`);

/** Stores an episode. One that is stored again gets a new number and keeps its place in the order. ARGV: story, its id, its JSON. */
export const PUT_EPISODE: RedisScript = redisScript(`local story = ARGV[1]${ENTER}
local key = 'ncp:episodes:' .. story
local first = redis.call('HGET', key, 'seq:' .. ARGV[2])
local last = redis.call('HGET', key, 'last:' .. ARGV[2]) or first
local seq = redis.call('INCR', 'ncp:seq')
redis.call('HSET', key, ARGV[2], ARGV[3], 'last:' .. ARGV[2], seq)
redis.call('SET', 'ncp:episode:' .. ARGV[2], ARGV[3])
if last then redis.call('XDEL', 'ncp:stream:' .. story, last .. '-0') end
if not first then redis.call('HSET', key, 'seq:' .. ARGV[2], seq) end
enter(seq, 'episode', ARGV[2])
return 1`);

/** Counts beats. ARGV: story, the number of the last beat that is closed. Reply: those after it, and all. */
export const COUNT_BEATS: RedisScript = redisScript(`
local key = 'ncp:arrival:' .. ARGV[1]
return {redis.call('ZCOUNT', key, '(' .. ARGV[2], '+inf'), redis.call('ZCARD', key)}`);

/**
 * Tells what came, of all stories at one moment. ARGV: the number to go on after, how many. Reply: for each story as many as that at
 * most, each as number, story, type, what it is of, and the beat where it is one. What was lost since is left out, however much it is.
 */
export const ENTRIES_SINCE: RedisScript = redisScript(`
local found = {}
local limit = tonumber(ARGV[2])
for _, story in ipairs(redis.call('SMEMBERS', 'ncp:stories')) do
  local after = ARGV[1]
  local left = limit
  while left > 0 do
    local page = redis.call('XRANGE', 'ncp:stream:' .. story, '(' .. after .. '-0', '+', 'COUNT', limit)
    for _, entry in ipairs(page) do
      after = string.match(entry[1], '^%d+')
      local kind, ref = entry[2][2], entry[2][4]
      local beat = kind == 'beat' and redis.call('GET', 'ncp:beat:' .. ref)
      local is_there = beat or kind == 'episode' or
        kind == 'analysis' and redis.call('EXISTS', 'ncp:record:' .. story .. ':' .. ref) == 1
      if is_there and left > 0 then
        found[#found + 1] = {after, story, kind, ref, beat or ''}
        left = left - 1
      end
    end
    if #page < limit then break end
  end
end
return found`);

/** Forgets an analysis. */
const FORGET = `
local function forget_analysis(story, event)
  local key = 'ncp:record:' .. story .. ':' .. event
  local seq = redis.call('HGET', key, 'seq')
  if seq then redis.call('XDEL', 'ncp:stream:' .. story, seq .. '-0') end
  redis.call('ZREM', 'ncp:events:' .. story, event)
  redis.call('DEL', 'ncp:event:' .. event)
  return redis.call('DEL', key)
end`;

/** Gives back the names that an event claimed. */
const FORGET_NAMES = `
local function forget_names(story, event)
  local claimed = 'ncp:claimed:' .. story .. ':' .. event
  for _, name in ipairs(redis.call('SMEMBERS', claimed)) do redis.call('HDEL', 'ncp:claims:' .. story, name) end
  redis.call('DEL', claimed)
end`;

/** Deletes everything of an event. ARGV: story, event. Reply: whether it was known. */
export const FORGET_EVENT: RedisScript = redisScript(`${FORGET}${FORGET_NAMES}
local story, event = ARGV[1], ARGV[2]
local gone = forget_analysis(story, event)
forget_names(story, event)
local lock = 'ncp:event_beat:' .. story .. ':' .. event
local id = redis.call('GET', lock)
if not id then return gone end
local seq = redis.call('ZSCORE', 'ncp:arrival:' .. story, id)
if seq then redis.call('XDEL', 'ncp:stream:' .. story, string.format('%.0f-0', seq)) end
redis.call('DEL', lock, 'ncp:beat:' .. id, 'ncp:beat_note:' .. id)
redis.call('LREM', 'ncp:beats:' .. story, 0, id)
redis.call('ZREM', 'ncp:arrival:' .. story, id)
redis.call('ZREM', 'ncp:timeline:' .. story, id)
if redis.call('GET', 'ncp:beats:current:latest') == id then redis.call('DEL', 'ncp:beats:current:latest') end
return 1`);

/** Forgets an analysis and leaves its beat. ARGV: story, event. Reply: whether it was known. */
export const FORGET_ANALYSIS: RedisScript = redisScript(`${FORGET}
return forget_analysis(ARGV[1], ARGV[2])`);

/** Forgets an analysis that has no beat, with its names. ARGV: story, event. Reply: whether it was there. */
export const FORGET_UNUSED: RedisScript = redisScript(`${FORGET}${FORGET_NAMES}
if redis.call('EXISTS', 'ncp:event_beat:' .. ARGV[1] .. ':' .. ARGV[2]) == 1 then return 0 end
forget_names(ARGV[1], ARGV[2])
return forget_analysis(ARGV[1], ARGV[2])`);

/** Says which events have no beat. ARGV: story, events. Reply: 1 for each that has none, else 0. */
export const ARE_UNUSED: RedisScript = redisScript(`
local unused = {}
for at = 2, #ARGV do
  unused[at - 1] = 1 - redis.call('EXISTS', 'ncp:event_beat:' .. ARGV[1] .. ':' .. ARGV[at])
end
return unused`);
