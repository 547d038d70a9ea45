// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The values that an option takes, by their names: for the option itself, for its help and for shells. */
public abstract class Choice<T> implements ITypeConverter<T>, Iterable<String> {
    private final Map<String, T> values = new LinkedHashMap<>();

    /** Takes values whose texts are their names. */
    @SafeVarargs
    protected Choice(final T... values) {
        for (final T value : values) {
            this.values.put(value.toString(), value);
        }
    }

    @Override
    public final T convert(final String name) {
        if (!values.containsKey(name)) {
            throw new TypeConversionException(
                    "expected one of " + String.join(", ", values.keySet()) + " but was '" + name + "'");
        }
        return values.get(name);
    }

    @Override
    public final Iterator<String> iterator() {
        return values.keySet().iterator();
    }
}
