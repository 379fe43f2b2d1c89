import AirworthyPolicy
import HTTPTypes
import Hummingbird
import ServerSupport

/// The answer that there is no such TestFlight build, in the caller's language: simple clients show its `detail` to testers.
enum TestFlightNotFound: Sendable {
    /// No build of an audience.
    case latest(Channel.Audience)
    /// No build with a text as its version or number.
    case version(String)

    /// Returns the problem, given in English, in the first language of a request that is known; the same for unknown
    /// languages. `language` in the query counts before `Accept-Language`.
    func translated(_ problem: HTTPProblem, for request: Request) -> HTTPProblem {
        guard let language = Self.language(of: request), let texts = Self.texts[language] else { return problem }
        let detail =
            switch self {
            case .latest(.internal): texts.internal
            case .latest(.external): texts.external
            case .version(let text): texts.version.replacing("%", with: text.forMessage)
            }
        var headers = problem.headers
        headers[.contentLanguage] = language
        headers[.vary] = "Accept-Language"
        return HTTPProblem(problem.kind, detail: detail, status: problem.status, headers: headers)
    }

    /// Returns the key of ``texts`` for a request, or `en`.
    private static func language(of request: Request) -> String? {
        let asked = request.uri.queryParameters["language"].map { LanguagePreference(tag: String($0)) }
        let wanted = asked ?? LanguagePreference(acceptLanguage: request.headers[.acceptLanguage] ?? "")
        return wanted.first(of: texts.keys + ["en"])
    }

    private struct Texts: Sendable {
        let `internal`: String
        let external: String
        /// With `%` for the version.
        let version: String

        init(_ internal: String, _ external: String, _ version: String) {
            self.internal = `internal`
            self.external = external
            self.version = version
        }
    }

    private static let texts = [
        "ar": Texts(
            "لا يوجد إصدار للمختبرين الداخليين", "لا يوجد إصدار للمختبرين الخارجيين", "لم يُعثر على الإصدار %"),
        "de": Texts(
            "Es gibt keinen Build für interne Tester", "Es gibt keinen Build für externe Tester",
            "Version % wurde nicht gefunden"),
        "es": Texts(
            "No hay ninguna compilación para testers internos", "No hay ninguna compilación para testers externos",
            "No se ha encontrado la versión %"),
        "fr": Texts(
            "Il n’y a aucun build pour les testeurs internes", "Il n’y a aucun build pour les testeurs externes",
            "La version % est introuvable"),
        "id": Texts(
            "Tidak ada build untuk penguji internal", "Tidak ada build untuk penguji eksternal",
            "Versi % tidak ditemukan"),
        "it": Texts(
            "Non c’è nessuna build per i tester interni", "Non c’è nessuna build per i tester esterni",
            "La versione % non è stata trovata"),
        "ja": Texts(
            "内部テスター向けのビルドが見つかりません", "外部テスター向けのビルドが見つかりません", "バージョン%が見つかりません"),
        "ko": Texts(
            "내부 테스터용 빌드가 없습니다", "외부 테스터용 빌드가 없습니다", "버전 %을(를) 찾을 수 없습니다"),
        "nl": Texts(
            "Er is geen build voor interne testers", "Er is geen build voor externe testers",
            "Versie % is niet gevonden"),
        "pl": Texts(
            "Nie ma kompilacji dla testerów wewnętrznych", "Nie ma kompilacji dla testerów zewnętrznych",
            "Nie znaleziono wersji %"),
        "pt-BR": Texts(
            "Não há nenhum build para testadores internos", "Não há nenhum build para testadores externos",
            "A versão % não foi encontrada"),
        "ru": Texts(
            "Нет сборки для внутренних тестировщиков", "Нет сборки для внешних тестировщиков", "Версия % не найдена"),
        "th": Texts(
            "ไม่พบบิลด์สำหรับผู้ทดสอบภายใน", "ไม่พบบิลด์สำหรับผู้ทดสอบภายนอก", "ไม่พบเวอร์ชัน %"),
        "tr": Texts(
            "İç test kullanıcıları için derleme yok", "Dış test kullanıcıları için derleme yok", "% sürümü bulunamadı"),
        "uk": Texts(
            "Немає збірки для внутрішніх тестувальників", "Немає збірки для зовнішніх тестувальників",
            "Версію % не знайдено"),
        "vi": Texts(
            "Không có bản dựng cho người thử nghiệm nội bộ", "Không có bản dựng cho người thử nghiệm bên ngoài",
            "Không tìm thấy phiên bản %"),
        "zh-Hans": Texts("没有供内部测试员使用的构建版本", "没有供外部测试员使用的构建版本", "找不到版本%"),
        "zh-Hant": Texts("沒有供內部測試人員使用的建置版本", "沒有供外部測試人員使用的建置版本", "找不到版本%"),
    ]
}
