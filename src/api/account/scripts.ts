/** How long a lease lasts after its process was last heard of. */
const LEASE_MS = 3_000;

/** How long a request that went alone keeps the others waiting; and how often they ask. */
const PROBE_MS = 11_000;
const POLL_MS = 50;

/** How long nothing is drawn from a bill that has just begun: by then each process has told what it knows of it. */
const SETTLING_MS = 3_000;

const DAY_MS = 86_400_000;

const COMMON = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function number(key, field) return math.floor(tonumber(redis.call('HGET', key, field)) or 0) end`;

/**
 * The scripts that Redis runs, each atomic and on its clock; the time is the first number of each reply. Any of them may run late,
 * after its process has given up on it: totals and fences make that harmless.
 */
export const SCRIPTS = {
  /**
   * Takes in a process's totals, draws for its purses, and admits an attempt. KEYS bill, gate. ARGV the report, and the process
   * that asks for an attempt (empty: none is wanted). Gives ms to hold back, 1 where it goes alone, day, requests billed by all; then for
   * each purse what this process and what all have drawn.
   */
  admit: `${COMMON}
local bill, gate, report, today = KEYS[1], KEYS[2], cjson.decode(ARGV[1]), math.floor(now / ${DAY_MS})
local day, born, hold, alone = number(bill, 'day'), number(bill, 'born'), 0, 0
if day < today or day > today + 1 or born > now then
  if day == 0 or day > today + 1 or born > now then born = now end
  day = today
  redis.call('DEL', bill)
  redis.call('HSET', bill, 'day', day, 'born', born)
  redis.call('PEXPIRE', bill, ${2 * DAY_MS})
end
for field, total in pairs(report.day == day and report.totals or {}) do
  local mine = report.process .. ':' .. field
  local more = total - number(bill, mine)
  if more > 0 then
    redis.call('HSET', bill, mine, total)
    redis.call('HINCRBY', bill, field, more)
    if string.sub(field, 1, 5) ~= 'back:' then redis.call('HINCRBY', bill, 'billed', more) end
  end
end
if ARGV[2] ~= '' then
  hold = math.max(0, number(gate, 'until') - now)
  local probing = number(gate, 'probing') - now
  if hold == 0 and number(gate, 'cautious') == 1 then
    if probing > 0 and probing <= ${PROBE_MS} then hold = ${POLL_MS} else
      alone = 1
      redis.call('HSET', gate, 'probing', now + ${PROBE_MS}, 'probe', ARGV[2])
    end
  end
end
local reply = { now, hold, alone, day, number(bill, 'billed') }
for _, purse in ipairs(report.purses) do
  local ofMine = report.process .. ':' .. purse.id
  local all, mine = number(bill, purse.id), number(bill, ofMine)
  if report.day == day then
    all, mine = math.max(all, purse.all), math.max(mine, purse.drawn)
    local draw = math.max(0, purse.want - mine)
    if draw > 0 then reply[2] = math.max(reply[2], born + ${SETTLING_MS} - now) end
    local room = purse.limit + number(bill, 'back:' .. purse.id) - all
    draw = reply[2] > 0 and 0 or math.max(0, math.min(draw, room))
    all, mine = all + draw, mine + draw
    redis.call('HSET', bill, purse.id, all, ofMine, mine)
  end
  table.insert(reply, mine)
  table.insert(reply, all)
end
return reply`,

  /** Takes in the outcome of an attempt. KEYS gate. ARGV its process, the end of a cool-down (0: none), 1 where the others may follow it. */
  settle: `${COMMON}
local gate, ends = KEYS[1], tonumber(ARGV[2])
if ends > now then
  ends = math.max(ends, number(gate, 'until'))
  redis.call('HSET', gate, 'until', ends, 'cautious', 1, 'probing', 0)
  redis.call('PEXPIRE', gate, math.min(ends - now, ${DAY_MS}) + ${DAY_MS})
elseif redis.call('HGET', gate, 'probe') == ARGV[1] then
  redis.call('HSET', gate, 'probing', 0, 'cautious', 1 - tonumber(ARGV[3]))
end
return { now }`,

  /** KEYS value, lease. ARGV an id that is not wanted, and 1 to delete it. Gives 0 and a fence, 1 and id and box, or 2: wait. */
  take: `${COMMON}
local value, lease, id = KEYS[1], KEYS[2], number(KEYS[1], 'id')
if id > 0 and id ~= tonumber(ARGV[1]) then return { now, 1, id, redis.call('HGET', value, 'box') or '' } end
if ARGV[2] == '1' then redis.call('DEL', value) end
local rest = redis.call('PTTL', lease)
if rest > 0 and rest <= ${LEASE_MS} then return { now, 2 } end
local fence = math.max(now, id + 1)
redis.call('SET', lease, fence, 'PX', ${LEASE_MS})
return { now, 0, fence }`,

  /** Ends or renews a lease, or puts its value. KEYS value, lease. ARGV fence, end | renew | put, ms to live, box. */
  put: `${COMMON}
local value, lease, fence, what = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
if redis.call('GET', lease) == fence then redis.call('PEXPIRE', lease, what == 'renew' and ${LEASE_MS} or 0) end
if what == 'put' and number(value, 'id') < tonumber(fence) then
  redis.call('HSET', value, 'id', fence, 'box', ARGV[4])
  redis.call('PEXPIRE', value, ARGV[3])
end
return { now }`,
} as const;
