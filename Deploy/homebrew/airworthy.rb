# A Homebrew formula for a tap of your own. Written without a Mac: nobody ever ran it. Replace OWNER, and the digest with that of
# the tag's source archive.
class Airworthy < Formula
  desc "Release control for apps: forces or suggests updates by rules you publish"
  homepage "https://github.com/OWNER/airworthy"
  url "https://github.com/OWNER/airworthy/archive/refs/tags/v0.9.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.4", :build]
  depends_on macos: :sequoia

  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    system "swift", "build", "--disable-sandbox", "--package-path", "Server", "--scratch-path", buildpath/"build",
           "-c", "release", "--product", "airworthy"
    bin.install "build/release/airworthy"
    generate_completions_from_executable(bin/"airworthy", "--generate-completion-script")
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/airworthy --version").strip
  end
end
