-- Makes a physical patch on a value, if the value is still the one that the patch was made for.
-- KEYS: the value. ARGV: the SHA-1 of the value that is expected, in hexadecimal digits, and the
-- patch (docs/format-patch.md). The value is read once and written once, as the last step: Redis
-- does not take back what a script did. Answers: 1 if it was written, 0 if another value is there,
-- -1 if there is none, -2 if the patch is none for this value.
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

local value = redis.call('GET', KEYS[1])
if not value then return -1 end
if redis.sha1hex(value) ~= ARGV[1] then return 0 end

if string.sub(patch, 1, 2) ~= '\211\17' then return -2 end
local old, at = varint(3)
if not old then return -2 end
local new
new, at = varint(at + 4)
if not new or new > 536870912 or old ~= #value then return -2 end
at = at + 4

local pieces, stop = {}, 0
while at <= #patch do
  local skipped, count
  skipped, at = varint(at)
  if not skipped then return -2 end
  count, at = varint(at)
  if not count or at + count - 1 > #patch then return -2 end
  local start = stop + skipped
  if start > math.max(#value, stop) then return -2 end
  pieces[#pieces + 1] = string.sub(value, stop + 1, start)
  pieces[#pieces + 1] = string.sub(patch, at, at + count - 1)
  at = at + count
  stop = start + count
end
if stop > new or (new > #value and stop < new) then return -2 end
pieces[#pieces + 1] = string.sub(value, stop + 1, new)

redis.call('SET', KEYS[1], table.concat(pieces), 'KEEPTTL')
return 1
