// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method as a row: a static method of an area's class that takes a {@link Testbed} and returns if the rule
 * holds. {@code conformance/rules.txt} contains the text of each rule, by its id.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Rule {
    /**
     * Returns the row's id.
     *
     * @return for example {@code MR-01}.
     */
    String id();

    /**
     * Returns the source of the rule.
     *
     * @return a test, a man page, a source file, a specification.
     */
    String source();
}
