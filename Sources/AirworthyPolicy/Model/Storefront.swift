/// The country or region of an App Store, as ISO 3166-1 alpha-2 in upper case.
///
/// StoreKit reports alpha-3 codes (`JPN`) and the lookup takes alpha-2 codes (`jp`). Both are accepted.
///
/// ```swift
/// Storefront("jpn")?.code  // "JP"
/// ```
public struct Storefront: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Two upper-case letters, e.g. `JP`.
    public var code: String { String(decoding: [first, second], as: UTF8.self) }

    // Bytes instead of text, because a decision compares storefronts often.
    private let first: UInt8
    private let second: UInt8

    /// Creates a storefront from an alpha-2 or alpha-3 code in any letter case.
    ///
    /// Returns `nil` for any other text.
    /// - Parameter text: The code, e.g. `JP`, `jp`, `JPN`.
    public init?(_ text: String) {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0 & 0xDF) && $0 >= 65 }) else {
            return nil
        }
        let upper = text.uppercased()
        guard let code = upper.utf8.count == 3 ? Self.alpha2[upper] : upper, code.utf8.count == 2,
            let first = code.utf8.first, let second = code.utf8.last
        else { return nil }
        (self.first, self.second) = (first, second)
    }

    /// The code.
    public var description: String { code }

    /// Orders by code.
    /// - Parameters:
    ///   - lhs: The left storefront.
    ///   - rhs: The right storefront.
    /// - Returns: Whether `lhs` comes first.
    public static func < (lhs: Storefront, rhs: Storefront) -> Bool {
        (lhs.first, lhs.second) < (rhs.first, rhs.second)
    }

    /// All possible storefronts: the codes of ISO 3166-1, and `XK`. Apple sells in most of them.
    public static let all = Set(alpha2.values.compactMap { Storefront($0) })

    private static let alpha2: [String: String] = Dictionary(
        table.split(separator: " ").map { (String($0.prefix(3)), String($0.suffix(2))) },
        uniquingKeysWith: { first, _ in first })

    // ISO 3166-1, alpha-3 followed by alpha-2, and Apple's XKS for Kosovo.
    private static let table = """
        ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT AZEAZ BDIBI \
        BELBE BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO BRABR BRBBB BRNBN BTNBT \
        BVTBV BWABW CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU \
        CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET \
        FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR \
        GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR \
        IRQIQ ISLIS ISRIL ITAIT JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB \
        LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH \
        MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA NCLNC NERNE \
        NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL \
        PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ \
        SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC \
        TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL TONTO TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY \
        USAUS UZBUZ VATVA VCTVC VENVE VGBVG VIRVI VNMVN VUTVU WLFWF WSMWS XKSXK YEMYE ZAFZA ZMBZM ZWEZW
        """
}
