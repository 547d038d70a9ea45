// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts a size in bytes: a whole number with an optional suffix K, M or G (65536, 64K, 1M). */
public final class ByteSize implements ITypeConverter<Integer> {
    @Override
    public Integer convert(final String text) {
        final int unit = switch (text.isEmpty() ? ' ' : Character.toUpperCase(text.charAt(text.length() - 1))) {
            case 'K' -> 1 << 10;
            case 'M' -> 1 << 20;
            case 'G' -> 1 << 30;
            default -> 1;
        };
        final String digits = unit == 1 ? text : text.substring(0, text.length() - 1);
        try {
            return Math.multiplyExact(Integer.parseInt(digits), unit);
        } catch (final ArithmeticException | NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is not a size in bytes below 2 GB, such as 4096 or 64K");
        }
    }
}
