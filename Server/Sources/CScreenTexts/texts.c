#include "CScreenTexts.h"

#include <string.h>

// Standard since C23; clang has it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char ar_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/ar.lproj/Localizable.strings"
};
static const unsigned char ar_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/ar.lproj/Localizable.stringsdict"
};
static const unsigned char de_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/de.lproj/Localizable.strings"
};
static const unsigned char de_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/de.lproj/Localizable.stringsdict"
};
static const unsigned char en_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/en.lproj/Localizable.strings"
};
static const unsigned char en_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/en.lproj/Localizable.stringsdict"
};
static const unsigned char es_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/es.lproj/Localizable.strings"
};
static const unsigned char es_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/es.lproj/Localizable.stringsdict"
};
static const unsigned char fr_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/fr.lproj/Localizable.strings"
};
static const unsigned char fr_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/fr.lproj/Localizable.stringsdict"
};
static const unsigned char id_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/id.lproj/Localizable.strings"
};
static const unsigned char id_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/id.lproj/Localizable.stringsdict"
};
static const unsigned char it_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/it.lproj/Localizable.strings"
};
static const unsigned char it_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/it.lproj/Localizable.stringsdict"
};
static const unsigned char ja_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/ja.lproj/Localizable.strings"
};
static const unsigned char ja_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/ja.lproj/Localizable.stringsdict"
};
static const unsigned char ko_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/ko.lproj/Localizable.strings"
};
static const unsigned char ko_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/ko.lproj/Localizable.stringsdict"
};
static const unsigned char nl_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/nl.lproj/Localizable.strings"
};
static const unsigned char nl_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/nl.lproj/Localizable.stringsdict"
};
static const unsigned char pl_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/pl.lproj/Localizable.strings"
};
static const unsigned char pl_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/pl.lproj/Localizable.stringsdict"
};
static const unsigned char pt_br_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/pt-BR.lproj/Localizable.strings"
};
static const unsigned char pt_br_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/pt-BR.lproj/Localizable.stringsdict"
};
static const unsigned char ru_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/ru.lproj/Localizable.strings"
};
static const unsigned char ru_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/ru.lproj/Localizable.stringsdict"
};
static const unsigned char th_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/th.lproj/Localizable.strings"
};
static const unsigned char th_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/th.lproj/Localizable.stringsdict"
};
static const unsigned char tr_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/tr.lproj/Localizable.strings"
};
static const unsigned char tr_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/tr.lproj/Localizable.stringsdict"
};
static const unsigned char uk_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/uk.lproj/Localizable.strings"
};
static const unsigned char uk_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/uk.lproj/Localizable.stringsdict"
};
static const unsigned char vi_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/vi.lproj/Localizable.strings"
};
static const unsigned char vi_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/vi.lproj/Localizable.stringsdict"
};
static const unsigned char zh_hans_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/zh-Hans.lproj/Localizable.strings"
};
static const unsigned char zh_hans_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/zh-Hans.lproj/Localizable.stringsdict"
};
static const unsigned char zh_hant_strings[] = {
#embed "../../../Sources/AirworthyTexts/Resources/zh-Hant.lproj/Localizable.strings"
};
static const unsigned char zh_hant_stringsdict[] = {
#embed "../../../Sources/AirworthyTexts/Resources/zh-Hant.lproj/Localizable.stringsdict"
};

static const struct {
    const char *language;
    screen_text strings;
    screen_text stringsdict;
} files[] = {
    {"ar", {ar_strings, sizeof ar_strings}, {ar_stringsdict, sizeof ar_stringsdict}},
    {"de", {de_strings, sizeof de_strings}, {de_stringsdict, sizeof de_stringsdict}},
    {"en", {en_strings, sizeof en_strings}, {en_stringsdict, sizeof en_stringsdict}},
    {"es", {es_strings, sizeof es_strings}, {es_stringsdict, sizeof es_stringsdict}},
    {"fr", {fr_strings, sizeof fr_strings}, {fr_stringsdict, sizeof fr_stringsdict}},
    {"id", {id_strings, sizeof id_strings}, {id_stringsdict, sizeof id_stringsdict}},
    {"it", {it_strings, sizeof it_strings}, {it_stringsdict, sizeof it_stringsdict}},
    {"ja", {ja_strings, sizeof ja_strings}, {ja_stringsdict, sizeof ja_stringsdict}},
    {"ko", {ko_strings, sizeof ko_strings}, {ko_stringsdict, sizeof ko_stringsdict}},
    {"nl", {nl_strings, sizeof nl_strings}, {nl_stringsdict, sizeof nl_stringsdict}},
    {"pl", {pl_strings, sizeof pl_strings}, {pl_stringsdict, sizeof pl_stringsdict}},
    {"pt-BR", {pt_br_strings, sizeof pt_br_strings}, {pt_br_stringsdict, sizeof pt_br_stringsdict}},
    {"ru", {ru_strings, sizeof ru_strings}, {ru_stringsdict, sizeof ru_stringsdict}},
    {"th", {th_strings, sizeof th_strings}, {th_stringsdict, sizeof th_stringsdict}},
    {"tr", {tr_strings, sizeof tr_strings}, {tr_stringsdict, sizeof tr_stringsdict}},
    {"uk", {uk_strings, sizeof uk_strings}, {uk_stringsdict, sizeof uk_stringsdict}},
    {"vi", {vi_strings, sizeof vi_strings}, {vi_stringsdict, sizeof vi_stringsdict}},
    {"zh-Hans", {zh_hans_strings, sizeof zh_hans_strings}, {zh_hans_stringsdict, sizeof zh_hans_stringsdict}},
    {"zh-Hant", {zh_hant_strings, sizeof zh_hant_strings}, {zh_hant_stringsdict, sizeof zh_hant_stringsdict}},
};

screen_text screen_text_file(const char *language, const char *kind) {
    for (size_t index = 0; index < sizeof files / sizeof *files; index++) {
        if (strcmp(files[index].language, language) != 0) continue;
        if (strcmp(kind, "strings") == 0) return files[index].strings;
        if (strcmp(kind, "stringsdict") == 0) return files[index].stringsdict;
    }
    return (screen_text){NULL, 0};
}
