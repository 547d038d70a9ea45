// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * An option with a fixed set of named values. Converts names to values, and lists the names for help and shell
 * completion.
 */
public abstract class Choice<T> implements ITypeConverter<T>, Iterable<String> {
    private final Map<String, T> values = new LinkedHashMap<>();

    /** Creates a choice. An enum constant such as {@code ADDRESS_ONLY} is named {@code address-only}. */
    @SafeVarargs
    protected Choice(final T... values) {
        for (final T value : values) {
            this.values.put(value.toString().toLowerCase(Locale.ROOT).replace('_', '-'), value);
        }
    }

    @Override
    public final T convert(final String name) {
        final T value = values.get(name.toLowerCase(Locale.ROOT));
        if (value == null) {
            throw new TypeConversionException(
                    "expected one of " + String.join(", ", values.keySet()) + " but was '" + name + "'");
        }
        return value;
    }

    @Override
    public final Iterator<String> iterator() {
        return values.keySet().iterator();
    }
}
