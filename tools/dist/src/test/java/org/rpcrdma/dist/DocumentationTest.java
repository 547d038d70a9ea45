// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.dist.Page.Block;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Checks the links, commands, options and line widths in README.md, CONTRIBUTING.md and docs. */
class DocumentationTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]+");
    /** Options of other programs that the pages mention. */
    private static final Set<String> FOREIGN = Set.of(
            "--add-exports",
            "--add-opens",
            "--device",
            "--dry-run",
            "--enable-native-access",
            "--memlock",
            "--network",
            "--now",
            "--pid",
            "--ulimit",
            "--user",
            "--help",
            "--version");

    /** A command that belongs to another artifact, which checks the command's page itself. */
    private static final String ADDED = "nfs3-server";

    /** The page that explains the options of each command. */
    private static final Map<String, String> PAGES = Map.ofEntries(
            Map.entry("calibrate", "cost-model.md"),
            Map.entry("capture", "captures.md"),
            Map.entry("compare", "compare.md"),
            Map.entry("completion", "../README.md"),
            Map.entry("conformance", "conformance.md"),
            Map.entry("decode", "captures.md"),
            Map.entry("depth", "shared-receives.md"),
            Map.entry("explain", "captures.md"),
            Map.entry("frmr advise", "frmr.md"),
            Map.entry("frmr replay", "frmr.md"),
            Map.entry("frmr set", "frmr.md"),
            Map.entry("frmr show", "frmr.md"),
            Map.entry("help", "../README.md"),
            Map.entry("jmh", "benchmarks.md"),
            Map.entry("lint", "captures.md"),
            Map.entry("manual", "../README.md"),
            Map.entry("perf client", "benchmarks.md"),
            Map.entry("perf reg", "benchmarks.md"),
            Map.entry("perf server", "benchmarks.md"),
            Map.entry("resource set frmr_pools", "frmr.md"),
            Map.entry("resource show frmr_pools", "frmr.md"),
            Map.entry("sensitivity", "cost-model.md"),
            Map.entry("stat", "monitoring.md"),
            Map.entry("statistic show mr", "monitoring.md"),
            Map.entry("sweep", "compare.md"));

    @Test
    void shouldLinkToFilesAndHeadingsThatExist() throws IOException {
        final List<String> broken = new ArrayList<>();
        for (final Page page : Page.all()) {
            final Matcher link = LINK.matcher(String.join("\n", page.prose()));
            while (link.find()) {
                if (!link.group(1).contains("://") && !exists(page, link.group(1))) {
                    broken.add(page.name() + ": " + link.group(1));
                }
            }
        }
        assertEquals(List.of(), broken);
    }

    private static boolean exists(final Page page, final String target) throws IOException {
        final String[] parts = target.split("#", 2);
        final Path file = parts[0].isEmpty()
                ? page.file()
                : page.file().resolveSibling(parts[0]).normalize();
        return Files.exists(file)
                && (parts.length == 1 || Page.read(file).anchors().contains(parts[1]));
    }

    @Test
    void shouldReachEveryPageFromTheReadme() throws IOException {
        final Map<Path, Page> pages = new TreeMap<>();
        Page.all().forEach(page -> pages.put(page.file().normalize(), page));
        final Set<Path> reached = new TreeSet<>();
        final List<Path> next = new ArrayList<>(List.of(Path.of("../../README.md")));
        while (!next.isEmpty()) {
            final Path file = next.remove(0);
            if (pages.containsKey(file) && reached.add(file)) {
                final Matcher link =
                        LINK.matcher(String.join("\n", pages.get(file).prose()));
                while (link.find()) {
                    next.add(file.resolveSibling(link.group(1).replaceFirst("#.*", ""))
                            .normalize());
                }
            }
        }
        assertEquals(pages.keySet(), reached);
    }

    @Test
    void shouldOnlyShowCommandsThatParse() throws IOException {
        int commands = 0;
        for (final Page page : Page.all()) {
            for (final Block block : page.blocks()) {
                if (block.info().equals("sh") || block.info().startsWith("console")) {
                    for (final String line : block.lines()) {
                        final Matcher command =
                                Pattern.compile("\\./rpcrdma ([^#|&>)]*)").matcher(line);
                        while (command.find()) {
                            commands++;
                            parse(
                                    page.name(),
                                    command.group(1)
                                            .replace("$k", "1")
                                            .replace("'", "")
                                            .strip());
                        }
                    }
                }
            }
        }
        assertTrue(commands > 20, "commands=" + commands);
    }

    @Test
    void shouldShowOneCommandPerLineOfAShellExample() throws IOException {
        final List<String> joined = new ArrayList<>();
        for (final Page page : Page.all()) {
            for (final Block block : page.blocks()) {
                if (block.info().equals("sh")) {
                    block.lines().stream()
                            .filter(line -> line.matches(".*\\s#.*\\./rpcrdma .*"))
                            .forEach(line -> joined.add(page.name() + ": " + line));
                }
            }
        }
        assertEquals(List.of(), joined, "a command inside a comment does not run");
    }

    private static void parse(final String page, final String arguments) {
        if (arguments.startsWith(ADDED)) {
            return;
        }
        try {
            CommandTest.WHOLE.parseArgs(arguments.split(" +"));
        } catch (final CommandLine.ParameterException e) {
            throw new AssertionError(page + ": ./rpcrdma " + arguments + ": " + e.getMessage(), e);
        }
    }

    @Test
    void shouldExplainEveryOptionOfEveryCommand() throws IOException {
        final List<String> missing = new ArrayList<>();
        for (final Map.Entry<String, CommandLine> command : commands().entrySet()) {
            assertTrue(PAGES.containsKey(command.getKey()), "no page for " + command.getKey());
            final String page = explained(PAGES.get(command.getKey()));
            for (final OptionSpec option : command.getValue().getCommandSpec().options()) {
                final String name = option.longestName();
                if (!option.usageHelp() && !option.versionHelp() && !page.contains(name)) {
                    missing.add(PAGES.get(command.getKey()) + ": " + command.getKey() + " " + name);
                }
            }
        }
        assertEquals(PAGES.keySet(), commands().keySet());
        assertEquals(List.of(), missing);
    }

    /**
     * Returns the page that explains a command. The page may refer to {@code compare}'s page for options that both
     * commands share.
     */
    private static String explained(final String name) throws IOException {
        final String page = Files.readString(Path.of("../../docs", name));
        return page.contains("All other options work as in `compare`")
                ? page + Files.readString(Path.of("../../docs/compare.md"))
                : page;
    }

    @Test
    void shouldNameNoOptionThatNoCommandHas() throws IOException {
        final Set<String> known = new TreeSet<>(FOREIGN);
        commands()
                .values()
                .forEach(command ->
                        command.getCommandSpec().options().forEach(option -> known.add(option.longestName())));
        final Set<String> unknown = new TreeSet<>();
        for (final Page page : Page.all()) {
            final Matcher option = OPTION.matcher(String.join("\n", page.prose()));
            while (option.find() && !page.name().equals(ADDED + ".md")) {
                if (!known.contains(option.group())) {
                    unknown.add(page.name() + ": " + option.group());
                }
            }
        }
        assertEquals(Set.of(), unknown);
    }

    @Test
    void shouldFitIn120ColumnsAndTablesIn100() throws IOException {
        final List<String> wide = new ArrayList<>();
        for (final Page page : Page.all()) {
            int number = 0;
            for (final String line : Files.readAllLines(page.file())) {
                number++;
                if (line.length() > 120) {
                    wide.add(page.name() + ":" + number + ": " + line.length());
                }
                if (line.startsWith("|") && withoutTargets(line).length() > 100) {
                    wide.add(page.name() + ":" + number + ": a table beyond 100");
                }
            }
            for (final Block block : page.blocks()) {
                if (block.info().startsWith("console")
                        && block.lines().stream()
                                .anyMatch(line -> line.matches(" {2}[a-z].*\\d.* {2}.*\\d.*") && line.length() > 100)) {
                    wide.add(page.name() + ":" + block.line() + ": a table beyond 100");
                }
            }
        }
        assertEquals(List.of(), wide);
    }

    /** Returns a line as readers see it: each link is reduced to its text. */
    private static String withoutTargets(final String line) {
        return line.replaceAll("\\]\\([^)]*\\)", "").replace("[", "");
    }

    @Test
    void shouldHaveAReadmeOfOneSitting() throws IOException {
        final int lines = Files.readAllLines(Path.of("../../README.md")).size();
        assertTrue(lines >= 80 && lines <= 130, "lines=" + lines);
    }

    /** Returns the commands that can be executed, keyed by their words. */
    private static Map<String, CommandLine> commands() {
        final Map<String, CommandLine> commands = new TreeMap<>();
        CommandTest.WHOLE.getSubcommands().forEach((name, command) -> collect(name, command, commands));
        commands.remove(ADDED);
        return commands;
    }

    private static void collect(final String words, final CommandLine command, final Map<String, CommandLine> into) {
        if (command.getSubcommands().isEmpty()) {
            into.put(words, command);
        }
        command.getSubcommands().forEach((name, below) -> collect(words + " " + name, below, into));
    }
}
