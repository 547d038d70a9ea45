// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.rpcrdma.testkit.JavaPrograms;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Follows docs/getting-started.md and docs/compare.md like a newcomer: copies the code blocks, compiles them, runs them
 * and compares the output.
 */
class GettingStartedTest {
    private static final String PAGE = "getting-started.md";
    private static final Map<String, List<String>> PROGRAMS =
            Map.of(PAGE, List.of("FirstReceiver", "FirstRpc"), "compare.md", List.of("OwnMapperComparison"));
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");
    private static final Pattern TYPE = Pattern.compile("(?m)^(?:public final )?class (\\w+)");

    @TempDir
    private Path folder;

    /** A block of the page: its kind and its text. */
    private record Block(String kind, String text) {
        /** Returns the name of the class in a Java block. */
        String type() {
            final Matcher type = TYPE.matcher(text);
            assertTrue(type.find(), text);
            return type.group(1);
        }

        boolean isProgram() {
            return kind.equals("java") && text.contains(" main(final String[] ");
        }
    }

    @Tag("pages")
    @TestFactory
    Stream<DynamicTest> shouldPrintWhatThePageShows() throws IOException {
        final List<DynamicTest> tests = new ArrayList<>();
        for (final String page : PROGRAMS.keySet()) {
            final List<Block> blocks = blocks(page);
            final List<String> programs = new ArrayList<>();
            for (int i = 0; i < blocks.size(); i++) {
                if (blocks.get(i).isProgram()) {
                    programs.add(blocks.get(i).type());
                    tests.add(printsWhatThePageShows(blocks.get(i), blocks.get(i + 1), blocks.get(i + 2)));
                }
            }
            assertEquals(PROGRAMS.get(page), programs);
        }
        return tests.stream();
    }

    private DynamicTest printsWhatThePageShows(final Block program, final Block command, final Block shown) {
        return DynamicTest.dynamicTest(program.type(), () -> {
            assertEquals("mvn -q compile exec:java -Dexec.mainClass=" + program.type(), command.text.strip());
            assertEquals("text", shown.kind);
            assertEquals(shown.text, run(program));
        });
    }

    /** Compiles a program and runs it in a new JVM with the options from the page's jvm.config. */
    private String run(final Block program) throws Exception {
        final List<String> options = new ArrayList<>(jvmOptions());
        options.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        options.addAll(List.of("-cp", compile(program) + File.pathSeparator + System.getProperty("java.class.path")));
        final Path home = Path.of(System.getProperty("java.home"));
        return JavaPrograms.run(JavaPrograms.of(home, program.type(), options).redirectErrorStream(true))
                .replace(System.lineSeparator(), "\n");
    }

    private static List<String> jvmOptions() throws IOException {
        return blocks(PAGE).stream()
                .filter(block -> block.kind.isEmpty() && block.text.startsWith("--"))
                .map(block -> block.text.strip())
                .toList();
    }

    /** Compiles a source and returns the folder with its classes. */
    private Path compile(final Block source) throws IOException {
        final Path file = Files.createDirectories(folder.resolve(source.type())).resolve(source.type() + ".java");
        Files.writeString(file, source.text);
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                file.getParent().toString(),
                                file.toString()));
        return file.getParent();
    }

    @Test
    void shouldRunTheTestThatThePageShows() throws Exception {
        final Block test = blocks(PAGE).stream()
                .filter(block -> block.kind.equals("java") && !block.isProgram())
                .reduce((one, other) -> {
                    throw new AssertionError("more than one test: " + other.type());
                })
                .orElseThrow();
        final Path classes = compile(test);
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            EngineTestKit.engine("junit-jupiter")
                    .selectors(DiscoverySelectors.selectClass(loader.loadClass(test.type())))
                    .execute()
                    .testEvents()
                    .assertStatistics(events -> events.started(2).succeeded(2));
        }
    }

    /** The bill of materials lists the artifacts that the pages mention. */
    @Test
    void shouldRequestArtifactsThatTheBillOfVersionsHas() throws Exception {
        final String bill = Files.readString(Path.of("../tools/bom/pom.xml"));
        final List<String> unknown = new ArrayList<>();
        for (final String page : PROGRAMS.keySet()) {
            final NodeList dependencies = xml(page).getElementsByTagName("dependency");
            for (int i = 0; i < dependencies.getLength(); i++) {
                final Element dependency = (Element) dependencies.item(i);
                if (text(dependency, "groupId").equals("org.rpcrdma")
                        && !bill.contains("<artifactId>" + text(dependency, "artifactId") + "</artifactId>")) {
                    unknown.add(page + ": " + text(dependency, "artifactId"));
                }
            }
        }
        assertEquals(List.of(), unknown);
    }

    @Test
    void shouldGiveTestsTheOptionsOfPrograms() throws Exception {
        final NodeList argLines = xml(PAGE).getElementsByTagName("argLine");
        assertEquals(2, argLines.getLength());
        // The property is empty unless a plugin such as JaCoCo puts its agent into it before the tests start.
        assertEquals("", argLines.item(0).getTextContent());
        assertEquals(
                "@{argLine} " + String.join(" ", jvmOptions()), argLines.item(1).getTextContent());
    }

    /** Returns the page's XML blocks under one root element. */
    private static Element xml(final String page) throws Exception {
        final String block = blocks(page).stream()
                .filter(candidate -> candidate.kind.equals("xml"))
                .map(Block::text)
                .collect(Collectors.joining("", "<page>", "</page>"));
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(block.getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
    }

    private static String text(final Element element, final String name) {
        return element.getElementsByTagName(name).item(0).getTextContent();
    }

    private static List<Block> blocks(final String page) throws IOException {
        return BLOCK.matcher(Files.readString(Path.of("../docs", page)))
                .results()
                .map((final MatchResult block) -> new Block(block.group(1), block.group(2)))
                .toList();
    }
}
