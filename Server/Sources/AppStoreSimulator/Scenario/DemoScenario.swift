extension ScenarioFile {
    static let demo = (try? JSON(text: demoText)).flatMap { try? ScenarioFile($0) } ?? ScenarioFile()

    /// Invented data, except for the App Store listing of `birthdays`.
    static let demoText = #"""
        {
          "schema": 1,
          "apps": [
            {
              "id": "6504763618", "bundleID": "com.example.hashtags", "name": "hashtags", "sku": "hashtags-1",
              "storefronts": ["JP", "US"],
              "groups": [
                { "name": "team", "internal": true, "created": "-P400D" },
                { "name": "friends", "publicLink": "hAsHt4gS", "publicLinkLimit": 1000, "created": "-P380D" },
                { "name": "early birds", "created": "-P60D" }
              ],
              "builds": [
                {
                  "version": "2.3.0", "build": "323", "uploaded": "-PT5H", "minimumOS": "16.0",
                  "audience": "INTERNAL_ONLY", "groups": ["team"], "notes": { "en-US": "Try the new editor on iPad." }
                },
                {
                  "version": "2.3.0", "build": "322", "uploaded": "-P2D", "minimumOS": "16.0", "groups": ["team"],
                  "external": "WAITING_FOR_BETA_REVIEW", "review": "WAITING_FOR_REVIEW", "reviewed": "-P1D",
                  "notes": { "en-US": "The new editor, with undo.", "ja": "新しいエディタに取り消しを追加しました。" }
                },
                {
                  "version": "2.3.0", "build": "321", "uploaded": "-P4D", "minimumOS": "16.0",
                  "groups": ["friends", "early birds"], "internal": "READY_FOR_BETA_TESTING",
                  "external": "IN_BETA_TESTING", "review": "APPROVED", "reviewed": "-P3D",
                  "notes": { "en-US": "The new editor.", "ja": "新しいエディタです。" }
                },
                {
                  "version": "2.3.0", "build": "320", "uploaded": "-P6D", "minimumOS": "16.0",
                  "groups": ["early birds"], "internal": "READY_FOR_BETA_TESTING", "external": "IN_BETA_TESTING",
                  "review": "APPROVED", "reviewed": "-P5D", "notes": { "en-US": "A first look at the new editor." }
                },
                {
                  "version": "2.2.1", "build": "310", "uploaded": "-P12D", "minimumOS": "16.0",
                  "groups": ["team", "friends"], "external": "IN_BETA_TESTING", "review": "APPROVED",
                  "reviewed": "-P11D", "notes": { "en-US": "Tags are safe again." }
                },
                {
                  "version": "2.2.0", "build": "300", "uploaded": "-P84D", "minimumOS": "15.0", "groups": ["friends"],
                  "internal": "READY_FOR_BETA_TESTING", "external": "IN_BETA_TESTING", "review": "APPROVED",
                  "reviewed": "-P83D", "notes": { "en-US": "Faster search." }
                },
                {
                  "version": "2.1.0", "build": "290", "uploaded": "-P120D", "minimumOS": "15.0",
                  "groups": ["team", "friends"], "external": "IN_BETA_TESTING", "review": "APPROVED",
                  "reviewed": "-P119D", "notes": { "en-US": "Folders." }
                },
                {
                  "platform": "MAC_OS", "version": "2.3.0", "build": "322", "uploaded": "-P2DT1H",
                  "minimumOS": "13.0", "groups": ["team"], "notes": { "en-US": "The first build for the Mac." }
                }
              ],
              "versions": [
                {
                  "version": "2.2.1", "build": "310", "created": "-P10D", "released": "-P8D",
                  "notes": { "en-US": "Tags are safe again.", "ja": "タグが失われる問題を修正しました。" }
                },
                {
                  "version": "2.2.0", "build": "300", "state": "REPLACED_WITH_NEW_VERSION", "created": "-P83D",
                  "released": "-P80D", "notes": { "en-US": "Faster search.", "ja": "検索が速くなりました。" }
                },
                {
                  "version": "2.1.0", "build": "290", "state": "REPLACED_WITH_NEW_VERSION", "created": "-P118D",
                  "released": "-P115D", "notes": { "en-US": "Folders." }
                },
                {
                  "version": "2.3.0", "state": "PREPARE_FOR_SUBMISSION", "created": "-P3D", "releaseType": "MANUAL",
                  "phased": { "state": "INACTIVE" }, "notes": { "en-US": "A new editor." }
                }
              ]
            },
            {
              "id": "1673431227", "bundleID": "com.ame.MinnanoTanjyoubi", "sku": "birthdays-1", "locale": "ja",
              "name": "birthdays", "storefronts": ["JP"],
              "listing": {
                "artistName": "tatsuyuki shibuya", "sellerName": "tatsuyuki shibuya", "artistId": 1639823174,
                "artistViewUrl": "https://apps.apple.com/us/developer/tatsuyuki-shibuya/id1639823174?uo=4",
                "trackName": "みんなの誕生日 -メモするだけで通知が届く管理アプリ-",
                "trackCensoredName": "みんなの誕生日 -メモするだけで通知が届く管理アプリ-",
                "trackViewUrl": "https://apps.apple.com/us/app/id1673431227?uo=4",
                "description": "\\大切な人の大切な日を忘れずにお祝いするためのアプリ/...",
                "languageCodesISO2A": ["JA"]
              },
              "groups": [
                { "name": "family", "internal": true, "allBuilds": true, "created": "-P900D" },
                { "name": "みんな", "publicLink": "tAnJ0uBi", "created": "-P500D" }
              ],
              "builds": [
                {
                  "version": "4.7.0", "build": "2", "uploaded": "-P84D", "minimumOS": "16.0", "groups": ["みんな"],
                  "external": "IN_BETA_TESTING", "review": "APPROVED", "notes": { "ja": "ウィジェットを追加しました。" }
                },
                {
                  "version": "4.6.8", "build": "1", "uploaded": "-P86D", "minimumOS": "16.0", "groups": ["みんな"],
                  "external": "IN_BETA_TESTING", "review": "APPROVED", "notes": { "ja": "軽微なバグを修正しました。" }
                }
              ],
              "versions": [
                {
                  "version": "4.6.8", "build": "1", "created": "-P29D", "released": "-P27D",
                  "notes": {
                    "ja": "いつもみんなの誕生日を使っていただきありがとうございます!!\n\n今回のアップデートの変更点は以下です。\n\n・軽微なバグを修正しました。"
                  }
                },
                {
                  "version": "4.6.7", "state": "REPLACED_WITH_NEW_VERSION", "created": "-P95D", "released": "-P90D",
                  "minimumOS": "16.0"
                }
              ]
            }
          ]
        }
        """#
}
