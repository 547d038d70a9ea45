// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTableTest {
    private final TextTable table = new TextTable();

    @BeforeEach
    void fill() {
        table.row("", List.of("one", "two", "three"));
        table.heading("Figures");
        table.row("  first", List.of("1", "22", "333"));
        table.row("  second", List.of("4"));
    }

    @Test
    void shouldBeCompleteIfItFits() {
        assertEquals("""
                          one  two  three
                Figures
                  first     1   22    333
                  second    4
                """, printed(25));
    }

    @Test
    void shouldContinueBelowIfItDoesNotFit() {
        assertEquals("""
                          one  two
                Figures
                  first     1   22
                  second    4
                          three
                Figures
                  first     333
                """, printed(24));
    }

    @Test
    void shouldHaveAColumnAtLeastHoweverNarrowTheTerminalIs() {
        assertEquals(4 + 3 + 3, printed(1).lines().count());
    }

    @ParameterizedTest
    @CsvSource({"80, 80", "250, 250", "5, 40", "0, 100", "wide, 100", "-1, 100", "'', 100", ", 100", "99999999999, 100"
    })
    void shouldTakeTheWidthFromTheEnvironment(final String variable, final int columns) {
        assertEquals(columns, Terminal.columns(variable));
    }

    private String printed(final int columns) {
        final StringWriter text = new StringWriter();
        table.print(new PrintWriter(text), columns);
        return text.toString().replace(System.lineSeparator(), "\n");
    }
}
