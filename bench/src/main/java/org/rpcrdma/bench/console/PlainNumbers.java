// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.math.BigInteger;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Parses numbers of the command line; rejects other words with a message that assumes no knowledge of Java. */
public final class PlainNumbers {
    private PlainNumbers() {}

    /** Has a command line read its numbers so. */
    public static void register(final CommandLine commandLine) {
        commandLine.registerConverter(int.class, PlainNumbers::toInt);
        commandLine.registerConverter(Integer.class, PlainNumbers::toInt);
        commandLine.registerConverter(long.class, PlainNumbers::toLong);
        commandLine.registerConverter(Long.class, PlainNumbers::toLong);
        commandLine.registerConverter(double.class, PlainNumbers::toDouble);
        commandLine.registerConverter(Double.class, PlainNumbers::toDouble);
    }

    private static int toInt(final String text) {
        return (int) whole(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private static long toLong(final String text) {
        return whole(text, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private static long whole(final String text, final long least, final long most) {
        try {
            final BigInteger number = new BigInteger(text);
            if (number.compareTo(BigInteger.valueOf(least)) >= 0 && number.compareTo(BigInteger.valueOf(most)) <= 0) {
                return number.longValue();
            }
        } catch (final NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is not a whole number");
        }
        throw new TypeConversionException("'" + text + "' is not from " + least + " to " + most);
    }

    private static double toDouble(final String text) {
        try {
            return Double.parseDouble(text);
        } catch (final NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is not a number");
        }
    }
}
