-- Makes a physical patch on a value, if nobody has written it since. KEYS: the value, its version.
-- ARGV: the version that is expected, the patch (docs/format-patch.md). All is read and checked
-- before the first byte is written: Redis does not take back what a script did. Answers: 1 and the
-- new version, 0 and the version that is there, -1 if the value has another length, or is none, -2
-- if the patch is none.
local patch = ARGV[2]

local function varint(at)
  local first = string.byte(patch, at)
  if not first or first > 224 then return nil end
  local further = first < 128 and 0 or first < 192 and 1 or first < 224 and 3 or 4
  local value = first < 128 and first or first < 192 and first - 128 or first < 224 and first - 192 or 0
  for next = at + 1, at + further do
    local byte = string.byte(patch, next)
    if not byte then return nil end
    value = value * 256 + byte
  end
  return value, at + further + 1
end

local version = redis.call('GET', KEYS[2]) or '0'
if version ~= ARGV[1] then return {0, tonumber(version)} end
if string.sub(patch, 1, 2) ~= '\211\17' then return {-2, 0} end
local old, at = varint(3)
if not old then return {-2, 0} end
local new
new, at = varint(at + 4)
if not new or new > 536870912 then return {-2, 0} end
at = at + 4
local len = redis.call('STRLEN', KEYS[1])
if len ~= old or redis.call('EXISTS', KEYS[1]) == 0 then return {-1, len} end

local ranges, stop = {}, 0
while at <= #patch do
  local skipped, count
  skipped, at = varint(at)
  if not skipped then return {-2, 0} end
  count, at = varint(at)
  if not count or at + count - 1 > #patch then return {-2, 0} end
  local start = stop + skipped
  if start > math.max(len, stop) then return {-2, 0} end
  ranges[#ranges + 1] = {start, string.sub(patch, at, at + count - 1)}
  at = at + count
  stop = start + count
end
if stop > new or (new > len and stop < new) then return {-2, 0} end

for _, range in ipairs(ranges) do
  redis.call('SETRANGE', KEYS[1], range[1], range[2])
end
if new < len then
  redis.call('SET', KEYS[1], redis.call('GETRANGE', KEYS[1], 0, new - 1), 'KEEPTTL')
end
return {1, redis.call('INCR', KEYS[2])}
