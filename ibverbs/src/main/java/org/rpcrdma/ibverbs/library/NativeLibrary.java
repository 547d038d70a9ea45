// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.library;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.Optional;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** A shared library that is loaded by its soname and never unloaded. */
public class NativeLibrary {
    private final String soname;
    private final SymbolLookup symbols;

    public NativeLibrary(final String soname, final SymbolLookup symbols) {
        this.soname = soname;
        this.symbols = symbols;
    }

    /** Creates another object for the same library, for use by a subclass that binds the library's functions. */
    NativeLibrary(final NativeLibrary same) {
        this(same.soname, same.symbols);
    }

    /** Loads a library. If the library is missing, the error lists the Debian and Fedora packages that contain it. */
    @SuppressWarnings("restricted")
    public static NativeLibrary load(final String soname, final String packages) {
        try {
            return new NativeLibrary(soname, SymbolLookup.libraryLookup(soname, Arena.global()));
        } catch (final IllegalArgumentException e) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP, "cannot load the library: library=" + soname + " packages=" + packages);
        }
    }

    final NativeFunction function(final String name, final int parameters) {
        return new NativeFunction(name, entry(name), parameters);
    }

    /** Binds a function that is missing in some versions of the library. */
    final Optional<NativeFunction> optional(final String name, final int parameters) {
        return symbols.find(name).map(entry -> new NativeFunction(name, entry, parameters));
    }

    final MemorySegment entry(final String name) {
        return symbols.find(name)
                .orElseThrow(() -> new VerbsException(
                        Errno.EOPNOTSUPP, "library lacks a function: library=" + soname + " function=" + name));
    }
}
