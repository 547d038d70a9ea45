// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.rpcrdma.ibverbs.post.SendOperations.bit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.ibverbs.layout.SendLayout;
import org.rpcrdma.verbs.Access;

/**
 * Compares the layouts' offsets and values with the values that a C compiler computes from rdma-core's headers. Files
 * in this test's folder contain the compiler's values for two versions of rdma-core. These values are valid on every
 * machine. If the machine has the headers, the test also runs the machine's compiler.
 */
class HeaderLayoutTest {
    private static final List<Path> HEADERS =
            List.of(Path.of("/usr/include/infiniband/verbs.h"), Path.of("/usr/include/rdma/rdma_cma.h"));
    private static final String LACKING =
            "this machine lacks the headers of rdma-core (libibverbs-dev, librdmacm-dev): "
                    + "the layouts were held to the recorded answers only";

    /**
     * A row of a file: the compiler's value, the constant in this module that must equal this value, and the C
     * expression.
     */
    private record Row(long answer, String constant, String expression) {
        static Row of(final String line) {
            final String[] columns = line.split(" ", 3);
            return new Row(Long.parseLong(columns[0]), columns[1], columns[2]);
        }
    }

    private static List<Row> rows(final String name) throws IOException {
        try (InputStream file = HeaderLayoutTest.class.getResourceAsStream(name)) {
            assertNotNull(file, name);
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Row::of)
                    .toList();
        }
    }

    /** Returns the value of a constant, given as {@code CLASS.NAME}. For an opcode, returns its bit. */
    private static long value(final String constant) throws ReflectiveOperationException {
        if (constant.startsWith("SendOperations.bit(")) {
            return bit((int) value(constant.substring(constant.indexOf('(') + 1, constant.length() - 1)));
        }
        final String[] parts = constant.split("\\.");
        final Class<?> beside = parts[0].contains("Layout") ? SendLayout.class : Access.class;
        return ((Number) Class.forName(beside.getPackageName() + "." + parts[0])
                        .getField(parts[1])
                        .get(null))
                .longValue();
    }

    /** Flushes and atomic writes were added in rdma-core 46. */
    @ParameterizedTest
    @CsvSource({"rdma-core-44.offsets, 164", "rdma-core-46.offsets, 16"})
    void shouldAgreeWithTheRecordedHeaders(final String name, final int count) throws Exception {
        final List<Row> rows = rows(name);
        assertEquals(count, rows.size());
        for (final Row row : rows) {
            assertEquals(row.answer(), value(row.constant()), row.toString());
        }
    }

    @Test
    void shouldAgreeWithTheHeadersOfThisMachine(@TempDir final Path folder) throws Exception {
        assumeTrue(HEADERS.stream().allMatch(Files::exists), LACKING);
        compare(folder, rows("rdma-core-44.offsets"));
    }

    @Test
    void shouldAgreeWithHeadersThatHaveFlushesAndAtomicWrites(@TempDir final Path folder) throws Exception {
        assumeTrue(HEADERS.stream().allMatch(Files::exists), LACKING);
        assumeTrue(
                Files.readString(HEADERS.get(0)).contains("wr_flush"),
                "the headers are of an rdma-core before 46, which has no flushes and atomic writes");
        compare(folder, rows("rdma-core-46.offsets"));
    }

    /**
     * A failure means that the machine has headers but no compiler, that the headers do not compile, or that a value
     * differs.
     */
    private static void compare(final Path folder, final List<Row> rows) throws Exception {
        final Path source = folder.resolve("offsets.c");
        final Path program = folder.resolve("offsets");
        Files.writeString(source, program(rows));
        run("cc", "-w", "-o", program.toString(), source.toString());
        final String[] answers = run(program.toString()).split("\n");
        final Map<String, Long> expected = new LinkedHashMap<>();
        final Map<String, Long> actual = new LinkedHashMap<>();
        for (int i = 0; i < rows.size(); i++) {
            expected.put(rows.get(i).expression(), Long.parseLong(answers[i]));
            actual.put(rows.get(i).expression(), value(rows.get(i).constant()));
        }
        assertEquals(expected, actual);
    }

    private static String program(final List<Row> rows) {
        final StringBuilder text = new StringBuilder();
        text.append(
                "#include <infiniband/verbs.h>\n#include <rdma/rdma_cma.h>\n#include <stddef.h>\n#include <stdio.h>\n");
        text.append("int main(void) {\n");
        rows.forEach(row -> text.append("    printf(\"%ld\\n\", (long) (")
                .append(row.expression())
                .append("));\n"));
        return text.append("    return 0;\n}\n").toString();
    }

    /** Returns the output of a command, or fails if the command fails. */
    private static String run(final String... command) throws IOException, InterruptedException {
        final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        final String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(10, TimeUnit.MINUTES), command[0]);
        assertEquals(0, process.exitValue(), printed);
        return printed;
    }
}
