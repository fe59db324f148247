//! Tweets: many keys to an object, short strings in many scripts, large identifiers, nulls, and now
//! and then one within another.

use serde_json::{Value, json};

use super::random::{Random, WORDS};

const NAMES: [&str; 10] =
    ["Ada", "Jörg", "山田太郎", "Zoë", "Łukasz", "Мария", "O'Neill", "Ναταλία", "Amélie ☕", "عمر"];
const MONTHS: [&str; 4] = ["Jan", "Apr", "Aug", "Nov"];
const LANGUAGES: [&str; 5] = ["en", "ja", "de", "pl", "und"];

/// A page of a timeline with so many tweets.
pub fn document(count: usize) -> Value {
    let random = &mut Random(1);
    let statuses: Vec<_> = (0..count).map(|_| tweet(random, true)).collect();
    json!({
        "statuses": statuses,
        "search_metadata": {
            "completed_in": 0.087,
            "max_id": 505_874_924_095_815_681_u64,
            "query": "%E7%BE%8A%E7%9A%AE%E7%B4%99",
            "refresh_url": "?since_id=505874924095815681&q=%E7%BE%8A%E7%9A%AE%E7%B4%99&include_entities=1",
            "count": count,
            "since_id": 0,
        },
    })
}

fn date(random: &mut Random) -> String {
    let (month, day, second) = (random.pick(&MONTHS), 1 + random.below(28), random.below(60));
    format!("{month} {day:02} {:02}:{:02}:{second:02} +0000 2014", random.below(24), random.below(60))
}

fn tweet(random: &mut Random, may_repeat: bool) -> Value {
    let id = 505_000_000_000_000_000 + random.below(999_999_999_999_999);
    let mut tweet = json!({
        "created_at": date(random),
        "id": id,
        "id_str": id.to_string(),
        "text": random.words(&WORDS, 6, 22),
        "source": "<a href=\"https://example.org/app\" rel=\"nofollow\">Skin &amp; Ink</a>",
        "truncated": random.chance(3),
        "in_reply_to_status_id": if random.chance(30) { json!(id - random.below(1_000_000)) } else { Value::Null },
        "in_reply_to_screen_name": if random.chance(30) { json!("scriptor") } else { Value::Null },
        "user": user(random),
        "geo": null,
        "coordinates": if random.chance(5) { point(random) } else { Value::Null },
        "place": null,
        "retweet_count": random.below(3_000),
        "favorite_count": random.below(300),
        "entities": entities(random),
        "favorited": false,
        "retweeted": random.chance(10),
        "lang": random.pick(&LANGUAGES),
    });
    if may_repeat && random.chance(25) {
        tweet["retweeted_status"] = self::tweet(random, false);
    }
    if random.chance(20) {
        tweet["possibly_sensitive"] = json!(false);
    }
    tweet
}

fn point(random: &mut Random) -> Value {
    let (east, south) = (random.decimal(180, 6), random.decimal(90, 6));
    json!({ "type": "Point", "coordinates": [east, (-south)] })
}

fn user(random: &mut Random) -> Value {
    let id = random.below(3_000_000_000);
    let image = format!("http://pbs.example.org/profile_images/{id}/photo_normal.jpeg");
    json!({
        "id": id,
        "id_str": id.to_string(),
        "name": random.pick(&NAMES),
        "screen_name": format!("scriptor_{}", id % 100_000),
        "location": if random.chance(40) { random.words(&WORDS, 1, 2) } else { String::new() },
        "description": random.words(&WORDS, 3, 16),
        "url": if random.chance(30) { json!(format!("http://t.example.org/{:x}", id)) } else { Value::Null },
        "protected": false,
        "followers_count": random.below(20_000),
        "friends_count": random.below(2_000),
        "listed_count": random.below(120),
        "created_at": date(random),
        "favourites_count": random.below(40_000),
        "utc_offset": if random.chance(50) { json!(32_400) } else { Value::Null },
        "time_zone": if random.chance(50) { json!("Tokyo") } else { Value::Null },
        "geo_enabled": random.chance(30),
        "verified": random.chance(2),
        "statuses_count": random.below(100_000),
        "lang": random.pick(&LANGUAGES),
        "profile_background_color": format!("{:06X}", random.below(0x100_0000)),
        "profile_image_url": image,
        "profile_image_url_https": image.replace("http:", "https:"),
        "profile_use_background_image": true,
        "default_profile": random.chance(50),
        "following": false,
    })
}

fn entities(random: &mut Random) -> Value {
    let hashtags: Vec<_> = (0..random.below(3))
        .map(|_| {
            let start = random.below(100);
            json!({ "text": random.pick(&WORDS), "indices": [start, start + 1 + random.below(30)] })
        })
        .collect();
    let urls: Vec<_> = (0..random.below(2))
        .map(|_| {
            let short = format!("http://t.example.org/{:010x}", random.below(1 << 40));
            json!({ "url": short, "expanded_url": "http://blog.example.org/2014/08/scraped-again.html", "indices": [12, 34] })
        })
        .collect();
    let mentions: Vec<_> = (0..random.below(3))
        .map(|_| {
            let id = random.below(3_000_000_000);
            json!({ "screen_name": format!("scriptor_{}", id % 100_000), "name": random.pick(&NAMES), "id": id })
        })
        .collect();
    json!({ "hashtags": hashtags, "symbols": [], "urls": urls, "user_mentions": mentions })
}
