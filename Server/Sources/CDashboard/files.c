#include "CDashboard.h"

// Written by scripts/embed-dashboard. `#embed` is standard since C23; clang has it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char adoption_mustache[] = {
#embed "../Dashboard/Files/adoption.mustache"
};
static const unsigned char ago_mustache[] = {
#embed "../Dashboard/Files/ago.mustache"
};
static const unsigned char apps_mustache[] = {
#embed "../Dashboard/Files/apps.mustache"
};
static const unsigned char area_chart_mustache[] = {
#embed "../Dashboard/Files/area-chart.mustache"
};
static const unsigned char audit_mustache[] = {
#embed "../Dashboard/Files/audit.mustache"
};
static const unsigned char bars_mustache[] = {
#embed "../Dashboard/Files/bars.mustache"
};
static const unsigned char conflict_mustache[] = {
#embed "../Dashboard/Files/conflict.mustache"
};
static const unsigned char dashboard_css[] = {
#embed "../Dashboard/Files/dashboard.css"
};
static const unsigned char dashboard_js[] = {
#embed "../Dashboard/Files/dashboard.js"
};
static const unsigned char difference_mustache[] = {
#embed "../Dashboard/Files/difference.mustache"
};
static const unsigned char draft_conflict_mustache[] = {
#embed "../Dashboard/Files/draft-conflict.mustache"
};
static const unsigned char explain_choice_mustache[] = {
#embed "../Dashboard/Files/explain-choice.mustache"
};
static const unsigned char explain_input_mustache[] = {
#embed "../Dashboard/Files/explain-input.mustache"
};
static const unsigned char explain_mustache[] = {
#embed "../Dashboard/Files/explain.mustache"
};
static const unsigned char findings_mustache[] = {
#embed "../Dashboard/Files/findings.mustache"
};
static const unsigned char get_mustache[] = {
#embed "../Dashboard/Files/get.mustache"
};
static const unsigned char history_mustache[] = {
#embed "../Dashboard/Files/history.mustache"
};
static const unsigned char impact_mustache[] = {
#embed "../Dashboard/Files/impact.mustache"
};
static const unsigned char layout_mustache[] = {
#embed "../Dashboard/Files/layout.mustache"
};
static const unsigned char moment_mustache[] = {
#embed "../Dashboard/Files/moment.mustache"
};
static const unsigned char overview_mustache[] = {
#embed "../Dashboard/Files/overview.mustache"
};
static const unsigned char phone_mustache[] = {
#embed "../Dashboard/Files/phone.mustache"
};
static const unsigned char policy_fields_mustache[] = {
#embed "../Dashboard/Files/policy-fields.mustache"
};
static const unsigned char policy_state_mustache[] = {
#embed "../Dashboard/Files/policy-state.mustache"
};
static const unsigned char policy_mustache[] = {
#embed "../Dashboard/Files/policy.mustache"
};
static const unsigned char problem_mustache[] = {
#embed "../Dashboard/Files/problem.mustache"
};
static const unsigned char publish_mustache[] = {
#embed "../Dashboard/Files/publish.mustache"
};
static const unsigned char releases_line_mustache[] = {
#embed "../Dashboard/Files/releases-line.mustache"
};
static const unsigned char releases_mustache[] = {
#embed "../Dashboard/Files/releases.mustache"
};
static const unsigned char rollback_mustache[] = {
#embed "../Dashboard/Files/rollback.mustache"
};
static const unsigned char screens_mustache[] = {
#embed "../Dashboard/Files/screens.mustache"
};
static const unsigned char settings_mustache[] = {
#embed "../Dashboard/Files/settings.mustache"
};
static const unsigned char share_mustache[] = {
#embed "../Dashboard/Files/share.mustache"
};
static const unsigned char sign_in_mustache[] = {
#embed "../Dashboard/Files/sign-in.mustache"
};
static const unsigned char status_mustache[] = {
#embed "../Dashboard/Files/status.mustache"
};
static const unsigned char terminal_mustache[] = {
#embed "../Dashboard/Files/terminal.mustache"
};
static const unsigned char token_mustache[] = {
#embed "../Dashboard/Files/token.mustache"
};
static const unsigned char tokens_mustache[] = {
#embed "../Dashboard/Files/tokens.mustache"
};
static const unsigned char trace_condition_mustache[] = {
#embed "../Dashboard/Files/trace-condition.mustache"
};

static const dashboard_file files[] = {
    {"adoption.mustache", adoption_mustache, sizeof adoption_mustache},
    {"ago.mustache", ago_mustache, sizeof ago_mustache},
    {"apps.mustache", apps_mustache, sizeof apps_mustache},
    {"area-chart.mustache", area_chart_mustache, sizeof area_chart_mustache},
    {"audit.mustache", audit_mustache, sizeof audit_mustache},
    {"bars.mustache", bars_mustache, sizeof bars_mustache},
    {"conflict.mustache", conflict_mustache, sizeof conflict_mustache},
    {"dashboard.css", dashboard_css, sizeof dashboard_css},
    {"dashboard.js", dashboard_js, sizeof dashboard_js},
    {"difference.mustache", difference_mustache, sizeof difference_mustache},
    {"draft-conflict.mustache", draft_conflict_mustache, sizeof draft_conflict_mustache},
    {"explain-choice.mustache", explain_choice_mustache, sizeof explain_choice_mustache},
    {"explain-input.mustache", explain_input_mustache, sizeof explain_input_mustache},
    {"explain.mustache", explain_mustache, sizeof explain_mustache},
    {"findings.mustache", findings_mustache, sizeof findings_mustache},
    {"get.mustache", get_mustache, sizeof get_mustache},
    {"history.mustache", history_mustache, sizeof history_mustache},
    {"impact.mustache", impact_mustache, sizeof impact_mustache},
    {"layout.mustache", layout_mustache, sizeof layout_mustache},
    {"moment.mustache", moment_mustache, sizeof moment_mustache},
    {"overview.mustache", overview_mustache, sizeof overview_mustache},
    {"phone.mustache", phone_mustache, sizeof phone_mustache},
    {"policy-fields.mustache", policy_fields_mustache, sizeof policy_fields_mustache},
    {"policy-state.mustache", policy_state_mustache, sizeof policy_state_mustache},
    {"policy.mustache", policy_mustache, sizeof policy_mustache},
    {"problem.mustache", problem_mustache, sizeof problem_mustache},
    {"publish.mustache", publish_mustache, sizeof publish_mustache},
    {"releases-line.mustache", releases_line_mustache, sizeof releases_line_mustache},
    {"releases.mustache", releases_mustache, sizeof releases_mustache},
    {"rollback.mustache", rollback_mustache, sizeof rollback_mustache},
    {"screens.mustache", screens_mustache, sizeof screens_mustache},
    {"settings.mustache", settings_mustache, sizeof settings_mustache},
    {"share.mustache", share_mustache, sizeof share_mustache},
    {"sign-in.mustache", sign_in_mustache, sizeof sign_in_mustache},
    {"status.mustache", status_mustache, sizeof status_mustache},
    {"terminal.mustache", terminal_mustache, sizeof terminal_mustache},
    {"token.mustache", token_mustache, sizeof token_mustache},
    {"tokens.mustache", tokens_mustache, sizeof tokens_mustache},
    {"trace-condition.mustache", trace_condition_mustache, sizeof trace_condition_mustache},
};

int dashboard_file_count(void) { return sizeof files / sizeof files[0]; }

dashboard_file dashboard_file_at(int index) { return files[index]; }
