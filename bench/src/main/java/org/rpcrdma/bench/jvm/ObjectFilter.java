// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rpcrdma.bench.console.InputException;

/**
 * Selects objects that match all filters: {@code [dev NAME] [FILTER VALUE]...}. A value is a decimal number, a range,
 * or a list of numbers and ranges, in the syntax of {@code rdma}: {@code 5}, {@code 0-6}, {@code 1,4-6}. Names may be
 * abbreviated; {@code link} means {@code dev}.
 *
 * @param <T> the type of the objects.
 */
public final class ObjectFilter<T> {
    private static final String DEVICE = "dev";

    /** A synonym of {@code dev}. */
    private static final String LINK = "link";

    private static final Pattern CHARACTERS = Pattern.compile("[0-9,-]*");
    private static final Pattern RANGE = Pattern.compile("(\\d+)(?:-(\\d+))?");

    /** An unsigned range that includes both ends. */
    private record Range(long from, long to) {
        boolean contains(final long value) {
            return Long.compareUnsigned(from, value) <= 0 && Long.compareUnsigned(value, to) <= 0;
        }
    }

    private final Map<String, ToLongFunction<T>> numbers;
    private final List<Predicate<T>> conditions = new ArrayList<>();
    private String device;

    private ObjectFilter(final Map<String, ToLongFunction<T>> numbers) {
        this.numbers = numbers;
    }

    /**
     * Parses the words that follow {@code show}.
     *
     * @param numbers the numbers that can be filtered, by name.
     */
    public static <T> ObjectFilter<T> parse(final List<String> words, final Map<String, ToLongFunction<T>> numbers) {
        final ObjectFilter<T> filter = new ObjectFilter<>(numbers);
        final Set<String> seen = new HashSet<>();
        for (int i = 0; i < words.size(); i += 2) {
            final String name = filter.name(words.get(i));
            if (i + 1 == words.size()) {
                throw new InputException(
                        name.equals(DEVICE)
                                ? "Please provide device name."
                                : "No filter data was supplied to filter option " + name);
            }
            if (!seen.add(name)) {
                throw new InputException("filter is given twice: " + name);
            }
            filter.add(name, words.get(i + 1));
        }
        return filter;
    }

    /** Returns true if a word is a prefix of {@code dev} or {@code link}, as in rdma. */
    static boolean isDevice(final String word) {
        return !word.isEmpty() && (DEVICE.startsWith(word) || LINK.startsWith(word));
    }

    /** Returns the name that begins with a word. */
    private String name(final String word) {
        if (numbers.containsKey(word)) {
            return word;
        }
        if (isDevice(word)) {
            return DEVICE;
        }
        final List<String> meant = numbers.keySet().stream()
                .filter(name -> !word.isEmpty() && name.startsWith(word))
                .sorted()
                .toList();
        if (meant.isEmpty()) {
            throw new InputException("Unsupported filter option: " + word);
        }
        if (meant.size() > 1) {
            throw new InputException("ambiguous filter: " + word + ": " + String.join(", ", meant));
        }
        return meant.get(0);
    }

    /** Returns the words with which a filter can begin. */
    public static Set<String> words(final Set<String> numbers) {
        final Set<String> words = new TreeSet<>(numbers);
        words.addAll(List.of(DEVICE, LINK));
        return words;
    }

    /** Returns the selected device, or null for all devices. */
    String device() {
        return device;
    }

    /** Returns true if the filter selects an object of a device. */
    public boolean test(final String itsDevice, final T object) {
        return (device == null || device.equals(itsDevice))
                && conditions.stream().allMatch(condition -> condition.test(object));
    }

    private void add(final String name, final String value) {
        if (name.equals(DEVICE)) {
            device = value;
            return;
        }
        if (!CHARACTERS.matcher(value).matches()) {
            throw new InputException(name + " filter accepts \"1234567890,-\" characters only: " + value);
        }
        final List<Range> ranges = new ArrayList<>();
        for (final String part : value.split(",", -1)) {
            if (!part.isEmpty()) {
                ranges.add(range(name, value, part));
            }
        }
        if (ranges.isEmpty()) {
            throw notNumbers(name, value);
        }
        final ToLongFunction<T> number = numbers.get(name);
        conditions.add(object -> ranges.stream().anyMatch(range -> range.contains(number.applyAsLong(object))));
    }

    private static Range range(final String name, final String value, final String part) {
        final Matcher numbers = RANGE.matcher(part);
        if (!numbers.matches()) {
            throw notNumbers(name, value);
        }
        final long from = number(name, numbers.group(1));
        final Range range = new Range(from, numbers.group(2) == null ? from : number(name, numbers.group(2)));
        if (Long.compareUnsigned(range.from(), range.to()) > 0) {
            throw new InputException(name + " filter's range must be ascending: " + part);
        }
        return range;
    }

    private static InputException notNumbers(final String name, final String value) {
        return new InputException(name + " filter must be numbers and ranges, separated by commas: " + value);
    }

    private static long number(final String name, final String digits) {
        try {
            return Long.parseUnsignedLong(digits);
        } catch (final NumberFormatException e) {
            throw new InputException(name + " filter must be at most " + Long.toUnsignedString(-1) + ": " + digits);
        }
    }
}
