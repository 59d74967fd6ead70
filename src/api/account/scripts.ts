/** How long a lease, or the turn of a probe, outlasts the last sign of its process. */
export const LEASE_MS = 3_000;
/** How long an attempt waits before it asks again whether a probe is over. */
const POLL_MS = 50;

/** How long no process may draw from a new bill. Meanwhile each process reports what it knows of the bill. */
const SETTLING_MS = 3_000;

const DAY_MS = 86_400_000;

const COMMON = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function number(key, field) return math.floor(tonumber(redis.call('HGET', key, field)) or 0) end`;

/**
 * The scripts that Redis runs, each atomic and on its clock. A reply begins with the time (epoch ms). A script may run
 * late, after its process gave up on it: totals and fences make that harmless.
 */
export const SCRIPTS = {
  /**
   * Records the news of a process and admits an attempt. KEYS: bill, gate. ARGV: the news as JSON. `counts` holds for
   * each `id` the process's part (`mine`), the part it wants (`want`), the total it knows (`all`) and any `limit`.
   * `day` counts from 1970. `coolEndMs` is the end of a cool-down (epoch) or 0. `gate` is a `GateNews`.
   * Replies: ms to hold back, 1 to go alone, then for each count the process's part and the total.
   */
  tell: `${COMMON}
local bill, gate, news, today = KEYS[1], KEYS[2], cjson.decode(ARGV[1]), math.floor(now / ${DAY_MS})
local day, born, hold, alone = number(bill, 'day'), number(bill, 'born'), 0, 0
if day ~= today then
  if day == 0 or day > today then born = now end
  redis.call('DEL', bill)
  redis.call('HSET', bill, 'day', today, 'born', born)
  redis.call('PEXPIRE', bill, ${2 * DAY_MS})
end
if news.coolEndMs > now then
  redis.call('HSET', gate, 'until', math.max(news.coolEndMs, number(gate, 'until')))
  redis.call('HDEL', gate, 'probe')
  redis.call('PEXPIRE', gate, math.min(news.coolEndMs - now, ${DAY_MS}) + ${DAY_MS})
elseif news.gate == 'ask' and redis.call('EXISTS', gate) == 1 then
  local probing = redis.call('HEXISTS', gate, 'probe') * (number(gate, 'probing') - now)
  hold = math.max(0, number(gate, 'until') - now)
  if hold == 0 and probing > 0 and probing <= ${LEASE_MS} then hold = ${POLL_MS} end
  if hold == 0 then
    alone = 1
    redis.call('HSET', gate, 'probing', now + ${LEASE_MS}, 'probe', news.process)
  end
elseif redis.call('HGET', gate, 'probe') == news.process then
  if news.gate == 'stay' then redis.call('HSET', gate, 'probing', now + ${LEASE_MS}) end
  if news.gate == 'follow' then redis.call('DEL', gate) end
  if news.gate == 'leave' then redis.call('HDEL', gate, 'probe') end
end
local reply = { now, hold, alone }
for _, count in ipairs(news.day == today and news.counts or {}) do
  local ofMine = news.process .. ':' .. count.id
  local mine, all = math.max(number(bill, ofMine), count.mine), math.max(number(bill, count.id), count.all)
  local more = count.want - mine
  if count.limit then
    if more > 0 then reply[2] = math.max(reply[2], math.min(born, now) + ${SETTLING_MS} - now) end
    more = reply[2] > 0 and 0 or math.min(more, count.limit - all)
  end
  more = math.max(0, more)
  redis.call('HSET', bill, ofMine, mine + more, count.id, all + more)
  table.insert(reply, mine + more)
  table.insert(reply, all + more)
end
return reply`,

  /** Reads a value or leases it. KEYS: value, lease. ARGV: id to delete. Replies: 0, fence; 1, id, box; or 2 (wait). */
  take: `${COMMON}
local value, lease, id = KEYS[1], KEYS[2], number(KEYS[1], 'id')
if id > 0 and id ~= tonumber(ARGV[1]) then return { now, 1, id, redis.call('HGET', value, 'box') or '' } end
redis.call('DEL', value)
local rest = redis.call('PTTL', lease)
if rest > 0 and rest <= ${LEASE_MS} then return { now, 2 } end
local fence = math.max(now, id + 1)
redis.call('SET', lease, fence, 'PX', ${LEASE_MS})
return { now, 0, fence }`,

  /** Renews or ends a lease, and may store its value. KEYS: value, lease. ARGV: fence, lease ms; value ms, box. */
  put: `${COMMON}
local value, lease, fence = KEYS[1], KEYS[2], ARGV[1]
if redis.call('GET', lease) == fence then redis.call('PEXPIRE', lease, ARGV[2]) end
if ARGV[4] and number(value, 'id') < tonumber(fence) then
  redis.call('HSET', value, 'id', fence, 'box', ARGV[4])
  redis.call('PEXPIRE', value, ARGV[3])
end
return { now }`,
} as const;
