import AirworthyAuthoring
import AirworthyPolicy
import Testing

@Suite struct DocumentKindTests {
    @Test(arguments: [
        ("{\"schema\":1,\"rules\":[]}", DocumentKind.policy),
        ("{\"rules\":[],\"version\":\"1\",\"url\":\"x\"}", .policy),
        ("{\"url\":\"https://x.y\",\"version\":\"1.4.0\"}", .configJSON),
        ("{\"minimum_version\":\"1\"}", .configJSON),
        ("{\"specific_versions\":[]}", .configJSON),
        ("{\"schema\":1,\"releases\":[]}", .catalog),
        ("{\"resultCount\":0,\"results\":[]}", .lookup),
        ("{\"payload\":\"\",\"payloadType\":\"x\",\"signatures\":[]}", .envelope),
        ("{\"schema\":1,\"policy\":{},\"revision\":1}", .manifest),
        ("{\"version\":\"1\"}", .unknown),
        ("{\"ios\":{}}", .unknown),
        ("{}", .unknown),
        ("[]", .unknown),
    ])
    func `the kind of a document is recognised by its top-level keys`(_ text: String, _ kind: DocumentKind) throws {
        #expect(DocumentKind(of: try JSONReader.read(text)) == kind)
    }
}
